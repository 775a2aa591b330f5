package dev.tierbench.contract;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import jdk.jfr.consumer.RecordingStream;

/** The virtual threads of this JVM that hold their carrier while they wait. */
final class PinnedThreads {
  private static final String EVENT = "jdk.VirtualThreadPinned";
  private static final Duration LONGEST = Duration.ofMillis(1);

  private PinnedThreads() {}

  /** The events of waits above 1 ms while the work went on. */
  static List<String> during(Check.Body work) throws Exception {
    List<String> pinned = new CopyOnWriteArrayList<>();
    try (RecordingStream recording = new RecordingStream()) {
      recording.enable(EVENT).withThreshold(LONGEST);
      recording.onEvent(EVENT, event -> pinned.add(event.toString()));
      recording.startAsync();
      work.run();
      recording.stop();
    }
    return pinned;
  }
}
