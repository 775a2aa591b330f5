package dev.tierbench.harness.http;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** The option that says how much heap each server has. */
final class HeapOption {

  private static final String DEFAULT = "1g";
  private static final Pattern SIZE = Pattern.compile("[1-9]\\d{0,5}[kmg]");
  private static final String LARGEST = "-Xmx";

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      description = "Fixed heap of each server, such as 512m. Default: 1g.")
  private Optional<String> heap = Optional.empty();

  boolean isGiven() {
    return heap.isPresent();
  }

  /**
   * The size as the JVM takes it.
   *
   * @throws IllegalArgumentException when it is none
   */
  String size() {
    String size = heap.orElse(DEFAULT);
    if (!SIZE.matcher(size).matches()) {
      throw new IllegalArgumentException(
          "--heap: invalid size '" + size + "': expected such as 1g or 512m");
    }
    return size;
  }

  /**
   * The size of a run that is resumed: a number, which may come from its folder.
   *
   * @param before the options of its servers
   */
  String size(List<String> before) {
    return before.stream()
        .filter(option -> heap.isEmpty() && option.startsWith(LARGEST))
        .map(option -> option.substring(LARGEST.length()))
        .filter(size -> SIZE.matcher(size).matches())
        .findFirst()
        .orElseGet(this::size);
  }
}
