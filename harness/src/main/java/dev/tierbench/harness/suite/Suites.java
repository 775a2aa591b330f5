package dev.tierbench.harness.suite;

import dev.tierbench.harness.host.Descriptors;
import dev.tierbench.run.SuiteDescriptor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The studies that can be run, as the files of a folder describe them.
 *
 * @param byName in the order of the files' names
 */
record Suites(Map<String, SuiteDescriptor> byName) {

  /** What a command line calls all of them. */
  static final String EVERY = "all";

  /**
   * Reads every descriptor of a folder.
   *
   * @throws IOException naming the file that cannot be read, and what is wrong with it
   */
  static Suites read(Path folder) throws IOException {
    return new Suites(Descriptors.read(folder, SuiteDescriptor.class));
  }

  /**
   * The names of what was typed.
   *
   * @throws IllegalArgumentException naming those that there are
   */
  List<String> named(String text) {
    if (text.equals(EVERY)) {
      return List.copyOf(byName.keySet());
    }
    if (!byName.containsKey(text)) {
      throw new IllegalArgumentException(
          "unknown suite '"
              + text
              + "': expected one of "
              + String.join(", ", byName.keySet())
              + ", or "
              + EVERY);
    }
    return List.of(text);
  }
}
