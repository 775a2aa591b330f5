package dev.tierbench.report;

import dev.tierbench.rules.Limit;
import dev.tierbench.rules.Limits;
import dev.tierbench.run.RunJson;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Limits as people edit them, by the name of the rule, with a version of their own; a rule that is
 * not named keeps its limit.
 */
final class LimitsFile {
  private LimitsFile() {}

  /**
   * The limits in a JSON text.
   *
   * @throws IllegalArgumentException saying what is wrong with it
   */
  static Limits parse(String json) {
    JsonNode tree;
    try {
      tree = RunJson.parse(json);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage(), e);
    }
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
          "invalid " + name + " of '" + rule + "': expected a number, found " + value);
    }
    return value.isNumber() ? Optional.of(value.asDouble()) : Optional.empty();
  }
}
