package dev.tierbench.harness.http;

import java.util.Optional;
import picocli.CommandLine.Option;

/** The option that says how much heap each server has. */
final class HeapOption {

  private static final String DEFAULT = "1g";

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      description = "Heap of each server, fixed; default 1g.")
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
    if (!size.matches("[1-9]\\d{0,5}[kmg]")) {
      throw new IllegalArgumentException(
          "--heap: invalid size '" + size + "': expected such as 1g or 512m");
    }
    return size;
  }
}
