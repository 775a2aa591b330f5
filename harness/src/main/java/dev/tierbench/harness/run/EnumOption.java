package dev.tierbench.harness.run;

import java.util.Collection;
import java.util.function.Function;
import java.util.stream.Collectors;

/** One of several things that an option names. */
public final class EnumOption {

  private EnumOption() {}

  /**
   * The one of that name.
   *
   * @param option with what it names, such as {@code --preset: unknown preset}
   * @throws IllegalArgumentException naming those that there are
   */
  public static <T> T named(
      String typed, Collection<T> all, Function<T, String> name, String option) {
    return all.stream()
        .filter(one -> name.apply(one).equals(typed))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                all.stream()
                    .map(name)
                    .collect(
                        Collectors.joining(
                            ", ", option + " '" + typed + "': expected one of ", ""))));
  }
}
