package dev.tierbench.rules;

import java.util.Optional;

/**
 * What a rule compares a value with.
 *
 * @param warn beyond it the value is worth a look; empty when the rule does not warn
 * @param fail beyond it the value is not to be used; empty when the rule does not fail a step
 */
public record Limit(Optional<Double> warn, Optional<Double> fail) {

  /** Limit of a rule whose limit is in the data, such as the number of connections. */
  public static final Limit NONE = new Limit(Optional.empty(), Optional.empty());

  public Limit(double warn, double fail) {
    this(Optional.of(warn), Optional.of(fail));
  }

  public static Limit warn(double warn) {
    return new Limit(Optional.of(warn), Optional.empty());
  }

  public static Limit fail(double fail) {
    return new Limit(Optional.empty(), Optional.of(fail));
  }
}
