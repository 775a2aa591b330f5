package dev.tierbench.rules;

import dev.tierbench.run.record.Checks.Check;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

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
    Optional<Check> on(S step, CheckFactory ruling);
  }

  /** Begins a rule, which its meaning and its condition complete. */
  static Draft rule(String name, String unit, Limit limit) {
    return new Draft(name, unit, limit, "");
  }

  /** A rule that lacks its condition. */
  record Draft(String name, String unit, Limit limit, String meaning) {

    Draft meaning(String text) {
      return new Draft(name, unit, limit, text);
    }

    /** Applies to every step. */
    <S> Rule<S> always(BiFunction<S, CheckFactory, Check> check) {
      return when((step, ruling) -> Optional.of(check.apply(step, ruling)));
    }

    /** Applies to a part of a step, and not to a step without that part. */
    <S, T> Rule<S> on(Function<S, Optional<T>> part, BiFunction<T, CheckFactory, Check> check) {
      return when((step, ruling) -> part.apply(step).map(found -> check.apply(found, ruling)));
    }

    <S> Rule<S> when(Condition<S> condition) {
      return new Rule<>(name, unit, limit, meaning, condition);
    }
  }

  CheckFactory ruling(Limits limits) {
    return new CheckFactory(name, unit, limits.of(this));
  }

  Optional<Check> check(S step, Limits limits) {
    return condition.on(step, ruling(limits));
  }
}
