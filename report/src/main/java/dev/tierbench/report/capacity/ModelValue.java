package dev.tierbench.report.capacity;

import dev.tierbench.report.stats.BootstrapMedian;
import dev.tierbench.report.stats.Interval;
import dev.tierbench.report.stats.Sample;
import java.util.List;
import java.util.Optional;

/**
 * One value of the model.
 *
 * @param trials the value by the model of each trial; empty when the data do not carry it
 * @param why they do not; empty when they do
 */
record ModelValue(Sample trials, Optional<String> why) {

  ModelValue {
    if (trials.isEmpty() == why.isEmpty()) {
      throw new IllegalArgumentException("expected values or a reason: " + trials + ", " + why);
    }
  }

  static ModelValue of(List<Double> trials) {
    return new ModelValue(new Sample(trials), Optional.empty());
  }

  static ModelValue unknown(String why) {
    return new ModelValue(new Sample(List.of()), Optional.of(why));
  }

  /** The median over the trials. */
  Optional<Double> value() {
    return trials.middle();
  }

  /** Interval by the scatter of the trials; empty with fewer than two. */
  Optional<Interval> interval() {
    return BootstrapMedian.interval(trials);
  }
}
