package dev.tierbench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.cli.Example;
import dev.tierbench.cli.HasHelp;
import dev.tierbench.cli.HelpCheck;
import dev.tierbench.harness.ab.AbCommand;
import dev.tierbench.harness.http.SweepCommand;
import dev.tierbench.harness.http.VerifyCommand;
import dev.tierbench.harness.suite.SuiteCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Help of every program of this module. */
class HelpTest {

  private static final List<String> HERE = List.of("--home", "..", "--dry-run");

  static Stream<HasHelp> programs() {
    return Stream.of(
        new SweepCommand(),
        new SuiteCommand(),
        new VerifyCommand(),
        new AbCommand(HarnessProgram::commandLine));
  }

  @ParameterizedTest
  @MethodSource("programs")
  void theHelpIsShortAndItsExamplesAreParsed(HasHelp program) {
    HelpCheck.check(HarnessProgram.commandLine(program));
  }

  static Stream<Example> sweeps() {
    return new SweepCommand().help().examples().stream();
  }

  static Stream<Example> suites() {
    return new SuiteCommand().help().examples().stream();
  }

  @ParameterizedTest
  @MethodSource("sweeps")
  void everyExampleOfASweepMakesAPlan(Example example) {
    assertMakesAPlan(new SweepCommand(), example, "--tiers", "local");
  }

  @ParameterizedTest
  @MethodSource("suites")
  void everyExampleOfASuiteMakesAPlan(Example example) {
    assertMakesAPlan(new SuiteCommand(), example);
  }

  private static void assertMakesAPlan(HasHelp program, Example example, String... more) {
    StringWriter err = new StringWriter();
    String[] words =
        Stream.of(Stream.of(HelpCheck.words(example)), HERE.stream(), Stream.of(more))
            .flatMap(all -> all)
            .toArray(String[]::new);
    int exit = HarnessProgram.commandLine(program).setErr(new PrintWriter(err)).execute(words);
    assertThat(exit).as(err.toString()).isZero();
  }

  @Test
  void theHelpOfASweepNamesEveryGroup() {
    assertThat(new SweepCommand().help().groups())
        .extracting(group -> group.title())
        .containsExactly(
            "What is compared",
            "At which loads",
            "How long",
            "Where",
            "What is recorded",
            "Output");
  }
}
