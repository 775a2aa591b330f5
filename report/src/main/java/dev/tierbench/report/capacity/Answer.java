package dev.tierbench.report.capacity;

import dev.tierbench.report.stats.BootstrapMedian;
import dev.tierbench.report.stats.Interval;
import dev.tierbench.report.stats.Sample;
import java.util.Optional;

/** What the model says of one value. */
sealed interface Answer {

  /**
   * A value by the model of each trial.
   *
   * @param trials one value of each, at least one
   */
  record Told(Sample trials) implements Answer {
    public Told {
      if (trials.isEmpty()) {
        throw new IllegalArgumentException("a value that no trial tells");
      }
    }
  }

  /** The data do not carry it. */
  record CannotTell(String reason) implements Answer {}

  /** The median over the trials; empty when it cannot be told. */
  default Optional<Double> value() {
    return switch (this) {
      case Told told -> told.trials().middle();
      case CannotTell unknown -> Optional.empty();
    };
  }

  /** Its interval by the scatter of the trials; empty also of one trial. */
  default Optional<Interval> interval() {
    return switch (this) {
      case Told told -> BootstrapMedian.interval(told.trials());
      case CannotTell unknown -> Optional.empty();
    };
  }

  default Optional<String> why() {
    return switch (this) {
      case Told told -> Optional.empty();
      case CannotTell unknown -> Optional.of(unknown.reason());
    };
  }
}
