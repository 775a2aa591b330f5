package dev.tierbench.harness.secret;

import dev.tierbench.run.descriptor.SecretReference;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The file of a descriptor.
 *
 * @param masked the values that its {@code mask} keeps out of the descriptor, by their names there
 */
public record DescriptorSource(Path file, Map<String, String> masked) {

  public DescriptorSource {
    masked = Map.copyOf(masked);
  }

  /** The folder from which on the files are meant that the descriptor names. */
  Path folder() {
    return file.toAbsolutePath().normalize().getParent();
  }

  /** Names the file only: a record of this class may end in a message. */
  @Override
  public String toString() {
    return file.toString();
  }

  /** Collects the values that are masked while a descriptor is read. */
  static final class Masking {
    private final Map<String, String> values = new HashMap<>();

    /** The reference that stands for the value from now on. */
    String mask(String name, String value) {
      String key = name;
      for (int i = 2; !values.getOrDefault(key, value).equals(value); i++) {
        key = name + "#" + i;
      }
      values.put(key, value);
      return new SecretReference(SecretReference.Source.MASK, key).text();
    }

    Map<String, String> values() {
      return values;
    }
  }
}
