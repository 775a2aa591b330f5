package dev.tierbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Demands of a program's help what a reader needs of it. */
public final class HelpCheck {

  private static final int LINES = 40;
  private static final int COLUMNS = 100;
  private static final String DEFAULT = "Default: ";

  private HelpCheck() {}

  /**
   * Checks the help of a program.
   *
   * @param program that takes the options, as {@link HelpText#install} left it
   */
  public static void check(CommandLine program) {
    ProgramHelp help = ((HasHelp) program.getCommand()).help();
    String most = printed(program, "--help");
    assertThat(most.lines().toList()).as(most).hasSizeLessThanOrEqualTo(LINES);
    assertThat(most).contains(help.synopsis(), "Examples:");
    if (!help.groups().isEmpty()) {
      String all = printed(program, "--help-all");
      assertFits(all);
      List<String> names = new ArrayList<>();
      help.groups().forEach(group -> names.addAll(group.options()));
      assertThat(names).allSatisfy(name -> assertThat(all).contains(" " + name));
    }
    assertFits(most);
    assertThat(program.getCommandSpec().options()).allSatisfy(HelpCheck::assertStatesItsDefault);
    assertThat(help.examples()).hasSizeBetween(2, 5);
    help.examples()
        .forEach(example ->
            assertThatCode(() -> program.parseArgs(words(example)))
                .as(example.command())
                .doesNotThrowAnyException());
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

  private static String printed(CommandLine program, String option) {
    StringWriter out = new StringWriter();
    PrintWriter before = program.getOut();
    try {
      assertThat(program.setOut(new PrintWriter(out, true)).execute(option)).isZero();
    } finally {
      program.setOut(before);
    }
    return out.toString();
  }
}
