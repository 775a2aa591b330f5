package dev.tierbench.rules;

import java.util.Map;
import java.util.TreeMap;

/**
 * What rules hold values against, by the name of the rule.
 *
 * @param version changes whenever a limit or a rule does
 * @param limits of the rules that have other ones than {@link Rules} states
 */
public record Limits(String version, Map<String, Limit> limits) {

  public static final Limits DEFAULT = new Limits("tierbench/rules/6", Map.of());

  public Limits {
    limits = Map.copyOf(limits);
    for (String name : new TreeMap<>(limits).keySet()) {
      if (Rules.ALL.stream().noneMatch(rule -> rule.name().equals(name))) {
        throw new IllegalArgumentException(
            "unknown rule '"
                + name
                + "': expected one of "
                + String.join(", ", Rules.ALL.stream().map(Rule::name).toList()));
      }
    }
  }

  Limit of(Rule rule) {
    return limits.getOrDefault(rule.name(), rule.limit());
  }
}
