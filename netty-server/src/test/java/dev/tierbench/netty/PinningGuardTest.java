package dev.tierbench.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No virtual thread holds its carrier while it waits; the first test proves the detector. */
class PinningGuardTest {
  private static final Duration LONGEST = Duration.ofMillis(1);
  private static final int CALLERS = 8;
  private static final int CALLS = 25;

  @TempDir Path folder;

  /** Waits in a class initializer, which pins on every JDK; a monitor does so before JDK 24. */
  private static final class Pins {
    static final boolean DONE;

    static {
      try {
        Thread.sleep(50);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      DONE = true;
    }
  }

  @Test
  void aWaitThatPinsItsCarrierIsFound() throws Exception {
    List<RecordedEvent> pinned =
        pinnedDuring(() -> {
          Thread.ofVirtual().start(() -> assertThat(Pins.DONE).isTrue()).join();
          return true;
        });
    assertThat(pinned).isNotEmpty();
  }

  /** Recorded after a warm-up, for the loading of a class pins too. */
  @Test
  void noRequestPinsItsCarrier() throws Exception {
    try (EchoStub echo = new EchoStub();
        RunningServer server = new RunningServer(echo, "--netty.model=" + Models.VIRTUAL)) {
      call(server);
      assertThat(pinnedDuring(() -> call(server))).isEmpty();
    }
  }

  private static boolean call(RunningServer server) throws Exception {
    try (ExecutorService callers = Executors.newFixedThreadPool(CALLERS)) {
      List<Callable<Integer>> calls =
          IntStream.range(0, CALLERS * CALLS)
              .<Callable<Integer>>mapToObj(call -> () -> server.get("/sleep").statusCode())
              .toList();
      for (var status : callers.invokeAll(calls)) {
        assertThat(status.get()).isEqualTo(200);
      }
      return true;
    }
  }

  private List<RecordedEvent> pinnedDuring(Callable<Boolean> work) throws Exception {
    Path file = Files.createTempFile(folder, "pinned", ".jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.VirtualThreadPinned").withThreshold(LONGEST);
      recording.start();
      assertThat(work.call()).isTrue();
      recording.stop();
      recording.dump(file);
    }
    return RecordingFile.readAllEvents(file);
  }
}
