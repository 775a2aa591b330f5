package dev.tierbench.report.finding;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Words;
import dev.tierbench.report.stats.Conclusion;
import dev.tierbench.report.stats.Interval;
import dev.tierbench.run.Parameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The verdicts on two servers in plain words, a sentence for each level or rate.
 *
 * @param shown the run, in which other servers may be, too
 */
record InShort(Run shown, List<PairVerdict> verdicts) {

  private static final List<Metric> METRICS =
      List.of(Metrics.THROUGHPUT, Metrics.CPU, Metrics.P50, Metrics.P99);

  /** Least ratio that is given as a multiple: a percentage of more is hard to read. */
  private static final double LEAST_TIMES = 2;

  /** The finding of a run that compares two servers; empty of any other. */
  Optional<Finding> finding() {
    List<String> servers = shown.competing(shown.subjects());
    if (servers.size() != 2) {
      return Optional.empty();
    }
    List<Finding.Entry> sentences =
        shown.parameters().stream()
            .flatMap(at -> sentence(servers.getFirst(), servers.getLast(), at).stream())
            .map(text -> new Finding.Entry("", text))
            .toList();
    return sentences.isEmpty()
        ? Optional.empty()
        : Optional.of(new Finding("In short", "", sentences));
  }

  private Optional<String> sentence(String one, String other, Parameters at) {
    List<PairVerdict> found =
        METRICS.stream()
            .flatMap(metric ->
                PairVerdict.between(
                    verdicts.stream().filter(pair -> pair.isOf(at, metric)).toList(), one, other)
                    .stream())
            .toList();
    List<String> differences =
        found.stream()
            .filter(pair -> pair.findingOf(other).isDifference())
            .flatMap(pair -> difference(pair, other).stream())
            .toList();
    List<String> same = names(found, Conclusion.EQUIVALENT);
    List<String> open =
        found.stream()
            .filter(pair -> pair.finding() == Conclusion.INCONCLUSIVE)
            .flatMap(pair -> name(pair).map(name -> name + told(pair)).stream())
            .toList();
    List<String> parts = new ArrayList<>();
    if (!differences.isEmpty()) {
      parts.add(other + " has " + listed(differences) + " than " + one);
    }
    if (!same.isEmpty()) {
      parts.add(
          "%s the same %s (within %s)"
              .formatted(
                  differences.isEmpty() ? one + " and " + other + " have" : "both have",
                  listed(same),
                  Numbers.percent(shown.threshold())));
    }
    if (!open.isEmpty()) {
      parts.add(
          "the run does not tell whether %s differ in %s"
              .formatted(parts.isEmpty() ? one + " and " + other : "they", listed(open)));
    }
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of("at " + Words.of(shown).heading(at) + " " + String.join("; ", parts));
  }

  private static List<String> names(List<PairVerdict> found, Conclusion conclusion) {
    return found.stream()
        .filter(pair -> pair.finding() == conclusion)
        .flatMap(pair -> name(pair).stream())
        .toList();
  }

  private static Optional<String> name(PairVerdict pair) {
    return METRICS.stream()
        .filter(metric -> metric.id().equals(pair.metric()))
        .map(metric -> metric.equals(Metrics.CPU) ? "CPU per request" : metric.label())
        .findFirst();
  }

  private static String told(PairVerdict pair) {
    return pair.leastTold()
        .map(least ->
            least >= LEAST_TIMES - 1
                ? String.format(Locale.ROOT, "factor of %.1f", 1 + least)
                : "difference of " + Numbers.percent(least))
        .map(least -> " (by itself, a " + least + " would have shown in 4 of 5 such runs)")
        .orElse("");
  }

  /** How much more or less of a metric a server has than the other, with the interval. */
  private static Optional<String> difference(PairVerdict pair, String of) {
    return pair.ratioOf(of)
        .flatMap(ratio ->
            name(pair)
                .map(name ->
                    amount(ratio, ratio)
                        + (ratio >= LEAST_TIMES ? " as much " : ratio > 1 ? " more " : " less ")
                        + name
                        + pair.intervalOf(of).map(all -> interval(ratio, all)).orElse("")));
  }

  private static String interval(double ratio, Interval all) {
    boolean less = ratio < 1;
    return " (%s to %s)"
        .formatted(
            amount(ratio, less ? all.high() : all.low()),
            amount(ratio, less ? all.low() : all.high()));
  }

  /** A bound of a ratio in the words that the ratio has. */
  private static String amount(double ratio, double bound) {
    return ratio >= LEAST_TIMES
        ? String.format(Locale.ROOT, "%.1f times", bound)
        : Numbers.percent(ratio < 1 ? 1 - bound : bound - 1);
  }

  private static String listed(List<String> all) {
    return all.size() < 2
        ? String.join("", all)
        : String.join(", ", all.subList(0, all.size() - 1)) + " and " + all.getLast();
  }
}
