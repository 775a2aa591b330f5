package dev.tierbench.harness.secret;

import dev.tierbench.run.descriptor.SecretReference;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds secrets in the words of command lines and in the options and URLs of variables. */
final class SecretWords {

  private static final Pattern OPTION =
      Pattern.compile("(?:-D|--?)([A-Za-z][A-Za-z0-9_.-]*)(?:=(.*))?");
  private static final Pattern USER = Pattern.compile("://[^/?#@\\s:]*:([^/?#@\\s]+)@");
  private static final Pattern PARAMETER = Pattern.compile("[?&;]([A-Za-z0-9_.-]+)=([^&;#\\s]+)");

  private SecretWords() {}

  /** Names the first secret of a command line; never its value. */
  static Optional<String> first(List<String> words) {
    for (int i = 0; i < words.size(); i++) {
      String next = i + 1 < words.size() ? words.get(i + 1) : "-";
      String word = words.get(i);
      Optional<String> found = option(word, next).or(() -> inUrl(word));
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> option(String word, String next) {
    Matcher option = OPTION.matcher(word);
    if (!option.matches()) {
      return Optional.empty();
    }
    String value = option.group(2) != null ? option.group(2) : next.startsWith("-") ? "" : next;
    return SecretNames.isSecret(option.group(1), value)
        ? Optional.of(word.replaceFirst("=.*", ""))
        : Optional.empty();
  }

  /** Names the first option in the value of a variable that is a secret, or refers to one. */
  static Optional<String> optionOf(String value) {
    List<String> words = List.of(value.split("\\s+", -1));
    return words.stream()
        .filter(word -> word.startsWith("-"))
        .filter(word -> SecretReference.isIn(word) || option(word, "-").isPresent())
        .map(word -> word.replaceFirst("=.*", ""))
        .findFirst();
  }

  /** Names the password or the parameter of a URL that is a secret, and no reference to one. */
  static Optional<String> inUrl(String text) {
    Matcher user = USER.matcher(text);
    if (user.find() && !SecretReference.isIn(user.group(1))) {
      return Optional.of("the password in its URL");
    }
    return PARAMETER
        .matcher(text)
        .results()
        .filter(found -> !SecretReference.isIn(found.group(2)))
        .filter(found -> SecretNames.isSecret(found.group(1), found.group(2)))
        .map(found -> found.group(1) + " in its URL")
        .findFirst();
  }
}
