package dev.tierbench.harness.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.harness.preflight.Installation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

class LiveOptionsTest {

  @TempDir Path empty;

  @Command(name = "suite")
  private static final class Suite {
    @Mixin private LiveOptions live = new LiveOptions();

    @Parameters(arity = "0..1")
    private Optional<String> suite = Optional.empty();
  }

  private static Suite parsed(String... words) {
    return CommandLine.populateCommand(new Suite(), words);
  }

  @Test
  void thePortMayBeLeftOutAlsoInFrontOfAnotherWord() {
    assertThat(parsed().live.port()).isEmpty();
    assertThat(parsed("--live").live.port()).contains(0);
    assertThat(parsed("--live", "9100").live.port()).contains(9100);
    assertThat(parsed("sleeps", "--live").live.port()).contains(0);
    assertThat(parsed("sleeps", "--live").suite).contains("sleeps");
    assertThat(parsed("--live=9100", "sleeps").suite).contains("sleeps");
  }

  @Test
  void withoutTheOptionNothingIsStarted() throws IOException, InterruptedException {
    Installation installation = new Installation(empty, Path.of(System.getProperty("java.home")));
    try (Live live = parsed().live.start(installation)) {
      assertThat(live.planLine()).isEmpty();
    }
  }

  @Test
  void whatCannotBeStartedIsOneLine() {
    Installation installation = new Installation(empty, Path.of(System.getProperty("java.home")));
    assertThatThrownBy(() -> parsed("--live").live.start(installation).close())
        .isInstanceOf(IOException.class)
        .message()
        .startsWith("cannot start: --live: the page was not made: ")
        .hasLineCount(1);
    assertThatThrownBy(() -> parsed("--live", "70000").live.start(installation).close())
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("70000");
  }
}
