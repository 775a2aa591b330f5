package dev.tierbench.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Prints the help of every program in the same form. {@code --help} explains the options that most
 * runs need and names the others by group; {@code --help-all} explains all of them.
 */
public final class HelpText {

  private static final String ALL = "--help-all";

  /** The word before the name of a program where it is installed: {@code tierbench sweep}. */
  private static final String INSTALLED = "tierbench.command";

  private static final Pattern SCRIPT = Pattern.compile("\\./scripts/([a-z-]+)\\.sh");
  private static final int WIDTH = 100;
  private static final int LONG_NAMES = 26;

  private final ProgramHelp contents;

  private HelpText(ProgramHelp contents) {
    this.contents = contents;
  }

  /** Gives a program, and each of its commands that has help of this form, that form. */
  public static CommandLine install(CommandLine program) {
    program.getCommandSpec().usageMessage().width(WIDTH);
    if (program.getCommand() instanceof HasHelp command) {
      new HelpText(command.help()).installIn(program);
    }
    program.getSubcommands().values().forEach(HelpText::install);
    return program;
  }

  private void installIn(CommandLine program) {
    CommandSpec spec = program.getCommandSpec();
    spec.versionProvider(new ProgramVersion());
    if (!contents.groups().isEmpty()) {
      spec.addOption(
          OptionSpec.builder(ALL)
              .usageHelp(true)
              .description("Show all options and exit.")
              .build());
      requireGroups(spec);
    }
    spec.usageMessage()
        .customSynopsis(called(contents.synopsis()))
        .longOptionsMaxWidth(LONG_NAMES)
        .descriptionHeading("%n")
        .parameterListHeading("%n")
        .exitCodeListHeading("%nExit codes:%n");
    program.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, this::options);
    program.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_FOOTER, help -> examples());
  }

  /** A text with programs as they are called here: those of an installation are no scripts. */
  private static String called(String text) {
    String word = System.getProperty(INSTALLED);
    return word == null ? text : SCRIPT.matcher(text).replaceAll(word + " $1");
  }

  /** Every option belongs to one group, or {@code --help-all} would not show it. */
  private void requireGroups(CommandSpec spec) {
    List<OptionSpec> ungrouped = new ArrayList<>(spec.options());
    for (OptionGroup group : contents.groups()) {
      for (String name : group.options()) {
        if (!ungrouped.remove(spec.findOption(name))) {
          throw new IllegalStateException(
              "the help of " + spec.name() + " has " + name + " twice, or the program lacks it");
        }
      }
    }
    if (!ungrouped.isEmpty()) {
      throw new IllegalStateException(
          "the help of " + spec.name() + " has no group for " + ungrouped.getFirst().longestName());
    }
  }

  private String options(Help help) {
    CommandSpec spec = help.commandSpec();
    if (contents.groups().isEmpty()) {
      return "\n" + table(help, spec.options());
    }
    CommandLine.ParseResult parsed = spec.commandLine().getParseResult();
    return parsed != null && parsed.hasMatchedOption(ALL) ? everything(help) : most(help);
  }

  private String everything(Help help) {
    StringBuilder text = new StringBuilder();
    for (OptionGroup group : contents.groups()) {
      text.append('\n').append(group.title()).append(":\n");
      text.append(table(help, named(help.commandSpec(), group.options())));
    }
    return text.toString();
  }

  private String most(Help help) {
    int width =
        contents.groups().stream().mapToInt(group -> group.title().length()).max().orElseThrow();
    StringBuilder text = new StringBuilder("\n");
    text.append(table(help, named(help.commandSpec(), contents.first())));
    text.append("\nOther options, which " + ALL + " explains:\n");
    for (OptionGroup group : contents.groups()) {
      List<String> others =
          group.options().stream().filter(name -> !contents.first().contains(name)).toList();
      if (!others.isEmpty()) {
        String title = "  " + group.title() + " ".repeat(width + 1 - group.title().length());
        text.append(wrapped(title, others));
      }
    }
    return text.toString();
  }

  /** Words behind a title, with as many lines as they need. */
  private static String wrapped(String title, List<String> words) {
    StringBuilder text = new StringBuilder();
    StringBuilder line = new StringBuilder(title);
    for (String word : words) {
      if (line.length() + 1 + word.length() > WIDTH) {
        text.append(line).append('\n');
        line = new StringBuilder(" ".repeat(title.length()));
      }
      line.append(' ').append(word);
    }
    return text.append(line).append('\n').toString();
  }

  private static List<OptionSpec> named(CommandSpec spec, List<String> names) {
    return names.stream().map(spec::findOption).toList();
  }

  private static String table(Help help, List<OptionSpec> options) {
    Help.Layout layout = help.createDefaultLayout();
    layout.addOptions(options, help.parameterLabelRenderer());
    return layout.toString();
  }

  private String examples() {
    List<Example> here =
        contents.examples().stream()
            .map(example -> new Example(called(example.command()), example.meaning()))
            .toList();
    int width = here.stream().mapToInt(example -> example.command().length()).max().orElse(0);
    List<String> lines = new ArrayList<>(List.of("", "Examples:"));
    here.forEach(example -> lines.add(example.line(width)));
    return String.join("\n", lines) + "\n";
  }
}
