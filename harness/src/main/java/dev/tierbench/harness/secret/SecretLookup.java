package dev.tierbench.harness.secret;

import dev.tierbench.run.descriptor.SecretReference;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** Looks up what the references of one descriptor lead to. */
record SecretLookup(DescriptorSource source, Map<String, String> environment) {

  /**
   * The value of a reference.
   *
   * @throws IOException naming descriptor and field when there is none or the field cannot have it,
   *     and what to do; never the value
   */
  String value(SecretField field, SecretReference reference) throws IOException {
    String value =
        switch (reference.source()) {
          case ENV -> variable(field, reference.name());
          case FILE -> file(field, reference.name());
          case MASK -> masked(field, reference.name());
        };
    if (value.isEmpty()) {
      throw wrong(field, reference.text() + " is empty: give it a value");
    }
    boolean header = field.name().equals(SecretField.HEADERS);
    if (value.indexOf('\0') >= 0 || (header && !value.matches("[\\t -~]*"))) {
      throw wrong(
          field,
          reference.text()
              + (header
                  ? " has a line break or another character that no header can have"
                  : " has a NUL character, which nothing can have"));
    }
    return value;
  }

  private String variable(SecretField field, String name) throws IOException {
    String value = environment.get(name);
    if (value == null) {
      throw wrong(
          field,
          "the variable %s is not set: export %s in the environment of the sweep"
              .formatted(name, name));
    }
    return value;
  }

  private String file(SecretField field, String name) throws IOException {
    Path path = source.folder().resolve(name);
    try {
      return SecretFile.read(path);
    } catch (IOException e) {
      throw wrong(field, e.getMessage());
    }
  }

  private String masked(SecretField field, String name) throws IOException {
    String value = source.masked().get(name);
    if (value == null) {
      throw wrong(
          field, "${MASK:" + name + "} is what 'mask' puts there: write the value, or ${ENV:NAME}");
    }
    return value;
  }

  private IOException wrong(SecretField field, String what) {
    return new IOException(source + ": " + field.name() + ": " + what);
  }
}
