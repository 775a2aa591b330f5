package dev.tierbench.cli;

import java.util.List;

/**
 * Options of a program that answer the same question.
 *
 * @param options by their longest names, in the order in which they are shown
 */
public record OptionGroup(String title, List<String> options) {

  public OptionGroup {
    options = List.copyOf(options);
  }

  /** A group of options. */
  public static OptionGroup of(String title, String... options) {
    return new OptionGroup(title, List.of(options));
  }
}
