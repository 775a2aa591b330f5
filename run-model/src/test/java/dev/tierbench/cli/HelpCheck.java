package dev.tierbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Demands of a program's help what a reader needs of it. */
public final class HelpCheck {

  private static final int LINES = 40;
  private static final int COLUMNS = 100;
  private static final String DEFAULT = "Default: ";

  private HelpCheck() {}

  /** Checks the help of a program, as {@link HelpText#install} left it. */
  public static void check(CommandLine program) {
    check(program, program, List.of());
  }

  /** Checks the help of a command of a program. */
  public static void check(CommandLine program, String command) {
    check(program, program.getSubcommands().get(command), List.of(command));
  }

  private static void check(CommandLine program, CommandLine checked, List<String> before) {
    ProgramHelp help = ((HasHelp) checked.getCommand()).help();
    String most = printed(program, before, "--help");
    assertThat(most.lines().toList()).as(most).hasSizeLessThanOrEqualTo(LINES);
    assertThat(most).contains(help.synopsis(), "Examples:");
    assertFits(most);
    if (!help.groups().isEmpty()) {
      String all = printed(program, before, "--help-all");
      assertFits(all);
      assertThat(help.groups())
          .flatExtracting(OptionGroup::options)
          .allSatisfy(name -> assertThat(all).contains(" " + name));
    }
    assertThat(checked.getCommandSpec().options()).allSatisfy(HelpCheck::assertStatesItsDefault);
    assertThat(help.examples()).hasSizeBetween(2, 5);
    help.examples()
        .forEach(example ->
            assertThatCode(() -> program.parseArgs(joined(before, words(example))))
                .as(example.command())
                .doesNotThrowAnyException());
  }

  private static String[] joined(List<String> before, String... words) {
    return Stream.concat(before.stream(), Stream.of(words)).toArray(String[]::new);
  }

  /** Arguments of an example, as a shell would pass them to the script. */
  public static String[] words(Example example) {
    String command = example.command().replaceFirst("^sudo ", "").replaceFirst(" +>.*", "");
    assertThat(command).matches("\\./scripts/[a-z]+\\.sh [^'\"]+");
    return command.replaceFirst("^\\S+ ", "").split(" +", -1);
  }

  private static void assertFits(String help) {
    assertThat(help.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(COLUMNS + 1));
  }

  private static void assertStatesItsDefault(OptionSpec option) {
    boolean oneOfSeveral = option.group() != null && option.group().multiplicity().min() > 0;
    if (option.arity().max() > 0 && !option.required() && !oneOfSeveral) {
      assertThat(String.join(" ", option.description())).as(option.longestName()).contains(DEFAULT);
    }
  }

  private static String printed(CommandLine program, List<String> before, String option) {
    StringWriter out = new StringWriter();
    PrintWriter usual = program.getOut();
    try {
      assertThat(program.setOut(new PrintWriter(out, true)).execute(joined(before, option)))
          .isZero();
    } finally {
      program.setOut(usual);
    }
    return out.toString();
  }
}
