package dev.tierbench.report.finding;

import dev.tierbench.metrics.Better;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.metrics.SustainedRate;
import dev.tierbench.report.finding.Finding.Entry;
import dev.tierbench.report.finding.Finding.Verdict;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.HighestRate;
import dev.tierbench.report.stats.Conclusion;
import dev.tierbench.report.stats.DifferenceResult;
import dev.tierbench.report.stats.DifferenceTest;
import dev.tierbench.report.stats.Holm;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.report.stats.SamplePair;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Servers by the highest rate at which each kept the latency that was asked for. */
final class HighestRates {

  /** More than one step of the grid, by which equal servers may differ, and less than two. */
  private static final double EXACTNESS = Math.pow(SustainedRate.GRID, 1.5) - 1;

  private HighestRates() {}

  /** Servers that compete, each beside the first, then the floors, then those without a rate. */
  static Finding of(Run run, String goal) {
    List<HighestRate> all =
        HighestRate.of(run).stream()
            .sorted(
                Comparator.comparingDouble(
                    (HighestRate rate) -> -rate.rates().middle().orElse(0.0)))
            .toList();
    List<String> competing =
        run.competing(
            all.stream().filter(of -> !of.rates().isEmpty()).map(HighestRate::server).toList());
    List<HighestRate> servers =
        all.stream().filter(rate -> competing.contains(rate.server())).toList();
    List<DifferenceResult> results =
        new DifferenceTest(Math.max(EXACTNESS, run.threshold())).test(pairs(servers));
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < servers.size(); i++) {
      HighestRate rate = servers.get(i);
      Optional<Verdict> verdict =
          i == 0
              ? Optional.empty()
              : Optional.of(verdict(servers.getFirst(), rate, results.get(i - 1), results));
      entries.add(new Entry(rate.server(), text(rate), verdict));
    }
    all.stream()
        .filter(rate -> !servers.contains(rate))
        .map(rate ->
            new Entry(
                rate.server(), (run.isBound(rate.server()) ? "(the floor) " : "") + text(rate)))
        .forEach(entries::add);
    return new Finding("Highest rate", goal, entries);
  }

  private static String text(HighestRate rate) {
    Sample rates = rate.rates();
    if (rates.isEmpty()) {
      return rate.isNowhere() ? "at no rate that was tried" : "without a valid step";
    }
    String spread =
        rates.least().map(Numbers::whole).orElseThrow()
            + "–"
            + rates.most().map(Numbers::whole).orElseThrow();
    return (rate.isLowerBound() ? "at least " : "up to ")
        + Numbers.whole(rates.median())
        + " requests/s"
        + (rates.size() < 2 ? "" : ", by trial " + spread)
        + (rate.without() == 0
            ? ""
            : ", at no rate in %d of %d trials".formatted(rate.without(), rate.trials()));
  }

  /** A difference from the first, which its trials chose, has to stand among all pairs. */
  private static Verdict verdict(
      HighestRate first, HighestRate rate, DifferenceResult result, List<DifferenceResult> all) {
    List<Double> family = all.stream().flatMap(each -> each.pValues().welch().stream()).toList();
    boolean stands =
        result.pValues().welch().stream()
            .allMatch(p -> Holm.isDifference(p, family, DifferenceTest.ALPHA));
    Conclusion finding =
        result.conclusion().isDifference() && !stands
            ? Conclusion.INCONCLUSIVE
            : result.conclusion();
    return new Verdict(
        "rate",
        rate.rates().median() / first.rates().median(),
        Optional.empty(),
        Optional.of(finding).filter(any -> first.isExact() && rate.isExact()),
        Optional.empty(),
        Optional.empty());
  }

  /** Every two of them, those with the first ahead. */
  private static List<SamplePair> pairs(List<HighestRate> falling) {
    List<SamplePair> pairs = new ArrayList<>();
    for (int i = 0; i < falling.size(); i++) {
      for (int j = i + 1; j < falling.size(); j++) {
        pairs.add(
            new SamplePair(
                falling.get(i).withinGrid(), falling.get(j).withinGrid(), Better.HIGHER, 0));
      }
    }
    return pairs;
  }
}
