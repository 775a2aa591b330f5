package dev.tierbench.report;

import dev.tierbench.rules.Limit;
import dev.tierbench.rules.Limits;
import dev.tierbench.run.file.InputTree;
import dev.tierbench.run.file.InvalidInput;
import dev.tierbench.run.file.TerminalText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Limits as people edit them, by the name of the rule, with a version of their own; a rule that is
 * not named keeps its limit.
 */
final class LimitsFile {
  private LimitsFile() {}

  /**
   * Reads the limits of a JSON file.
   *
   * @throws IOException naming the file and what is wrong with it
   */
  static Limits read(Path file) throws IOException {
    JsonNode tree = InputTree.readJson(file, JsonMapper.shared());
    try {
      return limits(tree);
    } catch (IllegalArgumentException e) {
      throw new InvalidInput(file, e.getMessage());
    }
  }

  private static Limits limits(JsonNode tree) {
    if (!tree.path("version").isString()) {
      throw new IllegalArgumentException("'version' is missing: expected a text of your own");
    }
    if (!tree.path("limits").isObject()) {
      throw new IllegalArgumentException("'limits' is missing: expected limits by rule");
    }
    TreeMap<String, Limit> limits = new TreeMap<>();
    tree.path("limits")
        .properties()
        .forEach(rule -> limits.put(rule.getKey(), limit(rule.getKey(), rule.getValue())));
    return new Limits(tree.path("version").asString(), limits);
  }

  private static Limit limit(String rule, JsonNode node) {
    return new Limit(number(rule, node, "warn"), number(rule, node, "fail"));
  }

  private static Optional<Double> number(String rule, JsonNode node, String name) {
    JsonNode value = node.path(name);
    if (!value.isMissingNode() && !value.isNull() && !value.isNumber()) {
      throw new IllegalArgumentException(
          "invalid "
              + name
              + " of '"
              + rule
              + "': expected a number, found "
              + TerminalText.line(value.toString()));
    }
    return value.isNumber() ? Optional.of(value.asDouble()) : Optional.empty();
  }
}
