package dev.tierbench.report.compare;

import dev.tierbench.metrics.Better;
import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.report.stats.Conclusion;
import dev.tierbench.report.stats.DifferenceResult;
import dev.tierbench.report.stats.Ratios;
import dev.tierbench.run.Parameters;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * How fast the host was around the steps of two sides, by one part of its probe. A difference
 * between the sides that points the same way and is not larger may be the host's.
 *
 * @param subject the pair that the steps are of
 * @param metric the part of the probe
 * @param a its median around the valid steps of a, in ms
 * @param b the same of b
 */
public record HostDifference(String subject, String metric, double a, double b) {

  /**
   * What a value of a server may grow with the time of the loads of memory, as their power: the
   * upper end of what was measured, docs/methodology.md. With that of arithmetic it may grow alike.
   */
  private static final double MEMORY_POWER = 0.1;

  /** Each part over all cells, pair by pair; none of a pair of which not both were probed. */
  static List<HostDifference> of(Side a, Side b, List<SubjectPair> pairs) {
    return pairs.stream().flatMap(pair -> parts(a, b, pair, step -> true)).toList();
  }

  /** Each part at some parameters, the one that may explain the most first. */
  static List<HostDifference> of(Side a, Side b, SubjectPair pair, List<Parameters> cells) {
    return parts(a, b, pair, step -> cells.contains(step.parameters()))
        .sorted(Comparator.comparingDouble(HostDifference::explained).reversed())
        .toList();
  }

  private static Stream<HostDifference> parts(
      Side a, Side b, SubjectPair pair, Predicate<Step> steps) {
    return Stream.of(Metrics.HOST_MEMORY, Metrics.HOST_ALU)
        .flatMap(metric ->
            middle(a, pair.a(), steps, metric)
                .flatMap(ofA ->
                    middle(b, pair.b(), steps, metric)
                        .map(ofB -> new HostDifference(pair.label(), metric.label(), ofA, ofB)))
                .stream());
  }

  private static Optional<Double> middle(
      Side side, String subject, Predicate<Step> steps, Metric metric) {
    return Samples.of(
            side.run().steps().stream()
                .filter(step -> step.subject().equals(subject))
                .filter(steps)
                .toList(),
            step -> step.value(metric))
        .middle();
  }

  /** Share by which the slower side's time is over the other's. */
  public double share() {
    return Ratios.apart(b / a);
  }

  private double explained() {
    return Ratios.apart(slowdown());
  }

  /** The factor by which a time may grow from A's host to B's. */
  private double slowdown() {
    return metric.equals(Metrics.HOST_MEMORY.label()) ? Math.pow(b / a, MEMORY_POWER) : b / a;
  }

  public String line() {
    return String.format(
        Locale.ROOT, "%s, %s: A %.1f ms, B %.1f ms (B/A %.2f)", subject, metric, a, b, b / a);
  }

  /**
   * What is left of a result about a value that depends on speed. A difference is no finding when
   * the hosts differ in the same direction and by more, and values are not equivalent when they are
   * only with a host that differs by the threshold or more.
   *
   * @param better the direction of the value: a slower host makes times longer and rates lower
   */
  DifferenceResult limits(DifferenceResult result, Better better, double threshold) {
    if (result.ratio().filter(ratio -> ratio > 0).isEmpty()) {
      return result;
    }
    double ratio = result.ratio().get();
    double ofHost = better == Better.HIGHER ? 1 / slowdown() : slowdown();
    if (result.conclusion().isDifference()) {
      boolean alike = ratio > 1 == ofHost > 1;
      return alike && Ratios.apart(ratio) < explained()
          ? result.inconclusive(reason("may explain %.0f %%: more than the effect"))
          : result;
    }
    boolean hidden = Ratios.apart(ratio / ofHost) >= threshold;
    return result.conclusion() == Conclusion.EQUIVALENT && hidden
        ? result.inconclusive(reason("may hide %.0f %%"))
        : result;
  }

  private String reason(String consequence) {
    return String.format(
        Locale.ROOT,
        "the hosts' probes differ by %.0f %%, which " + consequence,
        100 * share(),
        100 * explained());
  }
}
