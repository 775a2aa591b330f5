package dev.tierbench.report.compare;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.metric.Samples;
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
 * between the sides that is not larger may be the host's.
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

  /** The part that may explain the most at some parameters; empty likewise. */
  static Optional<HostDifference> of(Side a, Side b, SubjectPair pair, List<Parameters> cells) {
    return parts(a, b, pair, step -> cells.contains(step.parameters()))
        .max(Comparator.comparingDouble(HostDifference::explained));
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

  /** By how much the slower side's time is over the other's. */
  public double share() {
    return Ratios.apart(b / a);
  }

  private double explained() {
    return Ratios.apart(
        metric.equals(Metrics.HOST_MEMORY.label()) ? Math.pow(b / a, MEMORY_POWER) : b / a);
  }

  public String line() {
    return String.format(
        Locale.ROOT, "%s, %s: A %.1f ms, B %.1f ms (B/A %.2f)", subject, metric, a, b, b / a);
  }

  /** A difference of a value that depends on speed is no finding when the hosts differ by more. */
  DifferenceResult limits(DifferenceResult result) {
    return result.conclusion().isDifference()
            && result.ratio().filter(ratio -> Ratios.apart(ratio) < explained()).isPresent()
        ? result.inconclusive(
            String.format(
                Locale.ROOT,
                "the hosts' probes differ by %.0f %%, which may explain %.0f %%: more than the effect",
                100 * share(),
                100 * explained()))
        : result;
  }
}
