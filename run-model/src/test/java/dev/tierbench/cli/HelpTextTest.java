package dev.tierbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

class HelpTextTest {

  private static final List<String> GROUPED = List.of("--level", "--top");

  @Command(name = "count", mixinStandardHelpOptions = true)
  private static final class Program implements Runnable, HasHelp {

    private final List<String> grouped;

    @Option(names = "--level", paramLabel = "N", description = "Level. Default: 1.")
    private int level = 1;

    @Option(names = "--top", description = "Only the top.")
    private boolean top;

    private Program(List<String> grouped) {
      this.grouped = grouped;
    }

    @Override
    public void run() {
      throw new IllegalStateException(level + " " + top);
    }

    @Override
    public ProgramHelp help() {
      return new ProgramHelp(
          "./scripts/count.sh [OPTION]...",
          List.of("--level"),
          List.of(
              new OptionGroup("What is counted", grouped),
              OptionGroup.of("Output", "--help", "--help-all", "--version")),
          List.of(
              new Example("./scripts/count.sh --top", "the top"),
              new Example("sudo ./scripts/count.sh --level 2 >counts", "a level")));
    }
  }

  private static String help(String option) {
    StringWriter out = new StringWriter();
    CommandLine program = HelpText.install(new CommandLine(new Program(GROUPED)));
    assertThat(program.setOut(new PrintWriter(out)).execute(option)).isZero();
    return out.toString();
  }

  @Test
  void helpExplainsTheFirstOptionsAndNamesTheOthers() {
    assertThat(help("--help"))
        .startsWith("Usage: ./scripts/count.sh [OPTION]...\n")
        .containsPattern("--level=N +Level. Default: 1.")
        .containsPattern("What is counted +--top\n")
        .doesNotContain("Only the top.")
        .containsPattern("\n  ./scripts/count.sh --top +the top\n");
  }

  @Test
  void helpAllExplainsEveryOptionInItsGroup() {
    assertThat(help("--help-all"))
        .containsPattern(
            "What is counted:\n +--level=N +Level. Default: 1.\n +--top +Only the top.")
        .contains("Output:\n");
  }

  @Test
  void anOptionWithoutAGroupIsADefectOfTheProgram() {
    assertThatThrownBy(() -> HelpText.install(new CommandLine(new Program(List.of("--level")))))
        .hasMessageContaining("--top");
    assertThatThrownBy(() ->
            HelpText.install(new CommandLine(new Program(List.of("--level", "--top", "--topp")))))
        .hasMessageContaining("--topp");
  }

  @Test
  void theHelpOfTheExampleIsInOrder() {
    HelpCheck.check(HelpText.install(new CommandLine(new Program(GROUPED))));
  }
}
