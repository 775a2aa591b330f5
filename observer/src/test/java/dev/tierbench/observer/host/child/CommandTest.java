package dev.tierbench.harness.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandTest {

  private static final Duration LIMIT = Duration.ofSeconds(1);

  private static Optional<String> shell(String script) throws InterruptedException {
    return Command.output(List.of("sh", "-c", script), LIMIT);
  }

  @Test
  void bothStreamsAreTheOutput() throws Exception {
    assertThat(shell("echo out; echo err >&2")).contains("out\nerr");
  }

  @Test
  void aCommandThatFailsOrIsMissingHasNone() throws Exception {
    assertThat(shell("echo half; exit 3")).isEmpty();
    assertThat(Command.output(List.of("/nonexistent"))).isEmpty();
  }

  /** One that is silent, one that has printed, and one whose child keeps its output open. */
  @ParameterizedTest
  @ValueSource(strings = {"exec sleep 20", "echo a; exec sleep 20", "sleep 3 & echo a"})
  void aCommandThatHangsIsGivenUp(String script) {
    assertTimeoutPreemptively(Duration.ofSeconds(10), () -> assertThat(shell(script)).isEmpty());
  }
}
