package dev.tierbench.report.compare;

import dev.tierbench.report.folder.Run;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** JSON as paths and texts, so that two trees can be compared. */
public final class FlatJson {
  private FlatJson() {}

  /** {@code server.gc -> G1}; an array is one leaf. */
  public static Map<String, String> of(JsonNode tree) {
    Map<String, String> leaves = new TreeMap<>();
    add(leaves, "", tree);
    return leaves;
  }

  /** The settings of a subject that have to be alike where subjects are compared. */
  public static Map<String, String> settings(Run run, String subject) {
    return run.comparedSettings(subject).map(FlatJson::of).orElse(Map.of());
  }

  private static void add(Map<String, String> leaves, String path, JsonNode node) {
    if (!node.isObject()) {
      leaves.put(path, text(node));
      return;
    }
    node.properties()
        .forEach(entry ->
            add(
                leaves,
                path.isEmpty() ? entry.getKey() : path + "." + entry.getKey(),
                entry.getValue()));
  }

  /** Objects with their fields in order, so that equal content is equal text. */
  static String text(JsonNode node) {
    if (node.isObject()) {
      return of(node).toString();
    }
    return node.isString() ? node.asString() : node.toString();
  }
}
