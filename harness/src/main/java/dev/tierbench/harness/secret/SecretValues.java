package dev.tierbench.harness.secret;

import dev.tierbench.run.descriptor.SecretReference;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** The values that the descriptor of one server refers to. They are in memory only. */
public final class SecretValues {

  /** Secrets of a server whose descriptor refers to none. */
  public static final SecretValues NONE = new SecretValues(Map.of(), Optional.empty());

  private final Map<SecretReference, String> values;
  private final Optional<Fingerprints> fingerprints;

  SecretValues(Map<SecretReference, String> values, Optional<Fingerprints> fingerprints) {
    this.values = Map.copyOf(values);
    this.fingerprints = fingerprints;
  }

  /** What the records of a run say of them; empty without any, or without a key. */
  public Optional<Fingerprints> fingerprints() {
    return fingerprints;
  }

  Collection<String> all() {
    return values.values();
  }

  /** A text with the values in place of their references. */
  public String in(String text) {
    return SecretReference.replaced(text, this::value);
  }

  /** A URL with the values, percent-encoded, in place of their references. */
  public String inUrl(String text) {
    return SecretReference.replaced(text, reference -> encoded(value(reference)));
  }

  /** A body, which may be of any kind, with the values in place of their references. */
  public byte[] inBody(byte[] body) {
    String text = new String(body, StandardCharsets.ISO_8859_1);
    return SecretReference.isIn(text)
        ? SecretReference.replaced(
                text,
                reference ->
                    new String(
                        value(reference).getBytes(StandardCharsets.UTF_8),
                        StandardCharsets.ISO_8859_1))
            .getBytes(StandardCharsets.ISO_8859_1)
        : body;
  }

  private String value(SecretReference reference) {
    String value = values.get(reference);
    if (value == null) {
      throw new IllegalStateException("the value of " + reference.text() + " was not looked up");
    }
    return value;
  }

  static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
