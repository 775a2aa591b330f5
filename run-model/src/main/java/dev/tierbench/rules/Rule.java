package dev.tierbench.rules;

import dev.tierbench.run.Checks.Check;
import java.util.Optional;

/**
 * One condition on a step.
 *
 * @param <S> what it looks at
 * @param name of the check in {@code checks.json}
 * @param unit of the value and the limit
 * @param meaning what is demanded, for the documentation
 * @param condition compares a step with the limit; empty when the rule does not apply to the step
 */
public record Rule<S>(
    String name, String unit, Limit limit, String meaning, Condition<S> condition) {

  /** Compares a step with a limit. */
  @FunctionalInterface
  public interface Condition<S> {
    Optional<Check> on(S step, Ruling ruling);
  }

  Optional<Check> check(S step, Limits limits) {
    return condition.on(step, new Ruling(name, unit, limits.of(this)));
  }
}
