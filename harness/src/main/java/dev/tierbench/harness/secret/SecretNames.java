package dev.tierbench.harness.secret;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** The names whose values are taken for secrets. */
final class SecretNames {

  private static final Set<String> HEADERS =
      Set.of("AUTHORIZATION", "PROXY_AUTHORIZATION", "COOKIE");

  private static final Pattern PARTS =
      Pattern.compile("PASSWORD|PASSWD|TOKEN|SECRET|API_?KEY|CREDENTIAL");

  /** What these name is where a secret is. */
  private static final List<String> PLACES = List.of("_FILE", "_PATH");

  private static final Set<String> SWITCHES = Set.of("true", "false");

  private SecretNames() {}

  /** Whether the value of a variable, an option, a parameter or a header of that name is secret. */
  static boolean isSecret(String name) {
    String plain = plain(name);
    return HEADERS.contains(plain)
        || (PARTS.matcher(plain).find() && PLACES.stream().noneMatch(plain::endsWith));
  }

  /** Whether that value of it is one: there is something, and more than yes or no. */
  static boolean isSecret(String name, String value) {
    return isSecret(name)
        && !value.isBlank()
        && !SWITCHES.contains(value.strip().toLowerCase(Locale.ROOT));
  }

  /** A name as it is compared with others: {@code X-Api-Key} is {@code X_API_KEY}. */
  static String plain(String name) {
    return name.strip().toUpperCase(Locale.ROOT).replaceAll("[-.]", "_");
  }
}
