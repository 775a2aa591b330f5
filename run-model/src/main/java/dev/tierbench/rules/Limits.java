package dev.tierbench.rules;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What rules compare values with, by the name of the rule.
 *
 * @param version changes whenever a limit or a rule does
 * @param limits of the rules that have other ones than {@link Rules} states; one of an unknown rule
 *     is an {@link IllegalArgumentException}
 */
public record Limits(String version, Map<String, Limit> limits) {

  public static final Limits DEFAULT = new Limits("tierbench/rules/23", Map.of());

  public Limits {
    limits = Collections.unmodifiableMap(new TreeMap<>(limits));
    limits.keySet().forEach(Rules::named);
  }

  /** The same with the limit of every rule that has one, for people to edit. */
  public Limits complete() {
    Map<String, Limit> all = new TreeMap<>();
    Rules.ALL.stream()
        .filter(rule -> !of(rule).equals(Limit.NONE))
        .forEach(rule -> all.put(rule.name(), of(rule)));
    return new Limits(version, all);
  }

  Limit of(Rule<?> rule) {
    return limits.getOrDefault(rule.name(), rule.limit());
  }
}
