package dev.tierbench.run.descriptor;

import dev.tierbench.run.Require;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The place of a value that a descriptor names and does not state: {@code ${ENV:NAME}} or {@code
 * ${FILE:path}}. Plans and records keep this text; the value is looked up when a run starts.
 *
 * @param name of the variable, the path of the file from the folder of the descriptor on, or the
 *     name of the field whose value is masked
 */
public record SecretReference(Source source, String name) {

  private static final Pattern TEXT =
      Pattern.compile(
          "\\$\\{("
              + Arrays.stream(Source.values()).map(Enum::name).collect(Collectors.joining("|"))
              + "):([^}\\r\\n]*)}");
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  /** Kinds of places that hold a value. */
  public enum Source {
    /** Variable of the sweep's environment. */
    ENV,
    /** File that only its owner can read. */
    FILE,
    /** Descriptor itself, whose {@code mask} keeps the value out of plans and records. */
    MASK
  }

  public SecretReference {
    String place = name;
    Require.that(
        source != Source.ENV || VARIABLE.matcher(place).matches(),
        () ->
            "invalid ${ENV:"
                + place
                + "}: expected the name of a variable, as in ${ENV:API_TOKEN}");
    Require.that(
        !place.isBlank(),
        () -> "invalid ${%s:}: expected a name after the colon".formatted(source.name()));
  }

  /** Whether a text has any. */
  public static boolean isIn(String text) {
    return TEXT.matcher(text).find();
  }

  /**
   * All in a text, in order.
   *
   * @throws IllegalArgumentException naming one that is malformed
   */
  public static List<SecretReference> in(String text) {
    return TEXT.matcher(text).results().map(SecretReference::of).toList();
  }

  /** A text with each reference replaced; the rest is unchanged. */
  public static String replaced(String text, Function<SecretReference, String> value) {
    return TEXT.matcher(text).replaceAll(found -> Matcher.quoteReplacement(value.apply(of(found))));
  }

  private static SecretReference of(MatchResult found) {
    return new SecretReference(
        Source.valueOf(found.group(1).toUpperCase(Locale.ROOT)), found.group(2));
  }

  /** The reference as it stands in a descriptor. */
  public String text() {
    return "${" + source + ":" + name + "}";
  }
}
