package dev.tierbench.harness.http.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.http.sample.MeasuredHosts;
import dev.tierbench.harness.tier.FakeTier;
import dev.tierbench.harness.tier.UnaskedHost;
import dev.tierbench.harness.tier.local.Child;
import dev.tierbench.observer.HostCapture;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.observer.host.child.ChildProcess;
import dev.tierbench.observer.measured.CaptureOrder;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Tier;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.protocol.GoCommand;
import dev.tierbench.run.protocol.LoadEvent;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class TraceWindowTest {

  @TempDir private Path folder;

  /** A host on which no tracer can be attached. */
  private static final class WithoutTracer extends UnaskedHost {
    @Override
    public HostCapture attach(CaptureOrder order, Path folder) throws IOException {
      throw new IOException("no tracer here");
    }
  }

  /** An attaching thread gets a higher priority, which that of the test should not have. */
  private static void on(TraceWindow window, Child loadgen, LoadEvent event) throws Exception {
    CompletableFuture.runAsync(
            () -> {
              try {
                window.on(loadgen, event);
              } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
              }
            },
            Thread.ofPlatform().daemon()::start)
        .get(30, TimeUnit.SECONDS);
  }

  @Test
  void aTracerThatCannotBeAttachedDoesNotHoldTheLoad() throws Exception {
    TraceWindow window =
        new TraceWindow(
            new HttpPlan.Trace(1, false, 1, false),
            new RunFolder(folder).trial("01-tomcat").step(Parameters.concurrency(2)),
            List.of(new FakeTier(Tier.SERVER.id(), 1)),
            new MeasuredHosts(new WithoutTracer(), Map.of(), List.of()),
            Optional.empty());
    ChildCommand echoing =
        ChildCommand.tool(List.of("cat"), Redirect.PIPE, folder.resolve("cat.log"));
    try (ChildProcess generator = ChildProcess.start(echoing)) {
      on(window, new Child(generator), LoadEvent.phaseStart(0, PhaseName.ATTACH.id()));
      generator.closeInput();
      assertThat(generator.output().readLine()).isEqualTo(new GoCommand(PhaseName.ATTACH).line());
    }
    assertThat(window.finish().failures()).containsExactly("no tracer here");
    window.close();
  }
}
