package dev.tierbench.harness.http.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.harness.tier.local.Child;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.observer.host.child.ChildLauncher;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class GeneratorProcessTest {

  /** Says that it is connected, and goes on for ten minutes. */
  private static final String CONNECTED =
      "echo '{\"event\":\"connected\",\"epoch_ms\":0,\"connections\":1,\"seconds\":0.1}';"
          + " exec sleep 600";

  @TempDir private Path folder;

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void aListenerThatFailsEndsTheLoad() {
    AtomicReference<Child> generator = new AtomicReference<>();
    GeneratorProcess process =
        new GeneratorProcess(
            new ChildLauncher(),
            ChildCommand.of(
                "loadgen", List.of("sh", "-c", CONNECTED), Redirect.PIPE, folder.resolve("log")),
            List.of(),
            Duration.ofMinutes(10),
            0,
            List.of());
    assertThatThrownBy(() ->
            process.run((loadgen, event) -> {
              generator.set(loadgen);
              throw new IOException("may still run elsewhere");
            }))
        .isInstanceOf(StepFault.class)
        .hasMessageEndingWith("may still run elsewhere");
    assertThat(generator.get().isAlive()).isFalse();
  }
}
