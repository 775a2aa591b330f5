package dev.tierbench.cli;

import java.util.List;

/**
 * Contents of a program's help besides its descriptions.
 *
 * @param synopsis the script and its arguments, such as {@code ./scripts/load.sh URL [OPTION]...}
 * @param first the options that most runs need, by their longest names, which {@code --help}
 *     explains; all of them when there are no groups
 * @param groups every option once; none for a program with few options
 */
public record ProgramHelp(
    String synopsis, List<String> first, List<OptionGroup> groups, List<Example> examples) {

  public ProgramHelp {
    first = List.copyOf(first);
    groups = List.copyOf(groups);
    examples = List.copyOf(examples);
  }

  /** Help of a program with few options, which are explained in the order of their declaration. */
  public static ProgramHelp ofFewOptions(String synopsis, Example... examples) {
    return new ProgramHelp(synopsis, List.of(), List.of(), List.of(examples));
  }
}
