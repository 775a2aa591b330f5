package dev.tierbench.observer.host.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("process")
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
  void anAnswerHasNoWarnings() throws Exception {
    assertThat(Command.answer(List.of("sh", "-c", "echo careful >&2; echo out"), LIMIT))
        .isEqualTo("out");
    assertThatIOException()
        .isThrownBy(
            () -> Command.answer(List.of("sh", "-c", "echo half; echo why >&2; exit 3"), LIMIT))
        .withMessageContaining("exit code 3: why");
  }

  @Test
  void aCommandThatFailsOrIsMissingHasNone() throws Exception {
    assertThat(shell("echo half; exit 3")).isEmpty();
    assertThat(Command.output(List.of("/nonexistent"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"exec sleep 20", "echo a; exec sleep 20"})
  void aCommandThatHangsIsGivenUp(String script) {
    assertTimeoutPreemptively(Duration.ofSeconds(10), () -> assertThat(shell(script)).isEmpty());
  }

  @Test
  void aCommandIsOverWhenItEndsThoughItsChildKeepsTheOutputOpen() {
    assertTimeoutPreemptively(
        Duration.ofSeconds(10), () -> assertThat(shell("sleep 20 & echo a")).contains("a"));
  }

  @Test
  void aFailureIsItsMessagesOnOneLine() {
    String script = "echo 'Picked up JAVA_TOOL_OPTIONS: x'; echo 'no pid 7'; echo '  at a'; exit 3";
    assertThatIOException()
        .isThrownBy(() -> Command.run(List.of("sh", "-c", script), LIMIT))
        .withMessage("sh failed with exit code 3: no pid 7");
  }
}
