package dev.tierbench.run.plan;

import dev.tierbench.run.Require;
import java.util.List;

/**
 * Overloads of a sweep: after a measured window at half of the lowest saturation throughput, every
 * server is offered more than all of that for a while, and then half again.
 *
 * @param percents of the lowest saturation throughput, rising
 * @param seconds that each overload lasts
 * @param recoverySeconds after it in which the latency is to be that of before
 * @param deadlineSeconds within which an answer is of use to who asked
 */
public record OverloadPlan(
    List<Integer> percents, double seconds, double recoverySeconds, double deadlineSeconds) {

  /** Load before and after an overload, in percent of the saturation throughput. */
  public static final int USUAL_PERCENT = 50;

  public OverloadPlan {
    percents = List.copyOf(percents);
    Require.positiveAndRising("--overload", percents);
    Require.that(!percents.isEmpty(), () -> "--overload: no percentage is given");
    Require.that(
        percents.stream().allMatch(percent -> percent > 100),
        () -> "--overload: a percentage of the saturation throughput must be above 100");
    Require.that(
        seconds >= 1 && recoverySeconds >= 1,
        () -> "--overload: the overload and the time after it last 1 s or more");
    Require.that(deadlineSeconds > 0, () -> "--deadline: must be above 0 s");
  }

  /** The multiple of the rate of the measured window. */
  public static double pace(int percent) {
    return (double) percent / USUAL_PERCENT;
  }
}
