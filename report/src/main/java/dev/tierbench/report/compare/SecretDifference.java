package dev.tierbench.report.compare;

import dev.tierbench.report.folder.Run;
import dev.tierbench.run.file.TerminalText;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Whether two sides used the same secrets, by their keyed hashes. It decides nothing: a token that
 * is new for each run makes no request cost more.
 */
final class SecretDifference {

  private static final String KEY = Run.SECRETS + ".key";
  private static final String VALUES = Run.SECRETS + ".values.";

  private SecretDifference() {}

  /** Whether a path of the settings is one of them. */
  static boolean isOfSecrets(String path) {
    return path.startsWith(Run.SECRETS + ".");
  }

  /**
   * The difference, if there is one or none can be told.
   *
   * @param a settings by path, of one side
   */
  static Optional<SetupDifference> of(String label, Map<String, String> a, Map<String, String> b) {
    if (!a.containsKey(KEY) || !b.containsKey(KEY)) {
      return Optional.empty();
    }
    if (!a.get(KEY).equals(b.get(KEY))) {
      return Optional.of(
          difference(
              label + " (cannot be compared: hashed with another key)",
              "key " + a.get(KEY),
              "key " + b.get(KEY)));
    }
    TreeSet<String> shared = new TreeSet<>(a.keySet());
    shared.retainAll(b.keySet());
    String other =
        shared.stream()
            .filter(path -> path.startsWith(VALUES) && !a.get(path).equals(b.get(path)))
            .map(path -> path.substring(VALUES.length()))
            .collect(Collectors.joining(", "));
    return other.isEmpty()
        ? Optional.empty()
        : Optional.of(difference(label, other, "other values"));
  }

  private static SetupDifference difference(String label, String a, String b) {
    return new SetupDifference(
        TerminalText.line("secrets of " + label),
        TerminalText.line(a),
        TerminalText.line(b),
        false);
  }
}
