package dev.tierbench.report.page;

import dev.tierbench.metrics.Better;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.metrics.SustainedRate;
import dev.tierbench.report.compare.ComparisonOptions;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.HighestRate;
import dev.tierbench.report.stats.Conclusion;
import dev.tierbench.report.stats.DifferenceResult;
import dev.tierbench.report.stats.DifferenceTest;
import dev.tierbench.report.stats.Holm;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.report.stats.SamplePair;
import dev.tierbench.run.LatencyGoal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The sentence on the highest rate at which each server kept the latency that was asked for. */
record HighestRates(Run run, LatencyGoal goal) {

  /** More than one step of the grid, by which equal servers may differ, and less than two. */
  private static final double EXACTNESS = Math.pow(SustainedRate.GRID, 1.5) - 1;

  String sentence() {
    if (run.manifest().pinning().sharingAsked()) {
      return ThroughputRanking.SHARED_CORES;
    }
    List<HighestRate> all = HighestRate.of(run);
    List<HighestRate> falling =
        all.stream()
            .filter(rate -> !rate.rates().isEmpty())
            .sorted(Comparator.comparingDouble((HighestRate rate) -> -rate.rates().median()))
            .toList();
    List<String> parts = new ArrayList<>(kept(falling));
    named(all.stream().filter(HighestRate::isNowhere).toList())
        .map(names -> names + " at no rate that was tried")
        .ifPresent(parts::add);
    named(all.stream().filter(rate -> rate.trials() == 0).toList())
        .map(names -> names + " without a valid step")
        .ifPresent(parts::add);
    return "With " + goal.text() + ": " + String.join("; ", parts) + ".";
  }

  /** Each that competes beside the first of them, then the floors. */
  private List<String> kept(List<HighestRate> falling) {
    List<String> competing = run.competing(falling.stream().map(HighestRate::server).toList());
    List<HighestRate> servers =
        falling.stream().filter(rate -> competing.contains(rate.server())).toList();
    List<String> parts = new ArrayList<>();
    List<String> findings = findings(servers);
    for (int i = 0; i < servers.size(); i++) {
      parts.add(description(servers.get(i)) + findings.get(i));
    }
    falling.stream()
        .filter(rate -> !servers.contains(rate))
        .forEach(floor -> parts.add("the floor, " + description(floor)));
    return parts;
  }

  private static String description(HighestRate rate) {
    Sample rates = rate.rates();
    return "%s %s %s requests/s%s%s"
        .formatted(
            rate.server(),
            rate.isLowerBound() ? "at least" : "up to",
            Numbers.whole(rates.median()),
            rates.size() < 2
                ? ""
                : " (%s–%s)"
                    .formatted(
                        Numbers.whole(rates.values().getFirst()),
                        Numbers.whole(rates.values().getLast())),
            rate.without() == 0
                ? ""
                : " (at no rate in %d of %d trials)".formatted(rate.without(), rate.trials()));
  }

  /** Verdict of each server against the first; empty for the first. */
  private List<String> findings(List<HighestRate> falling) {
    DifferenceTest test =
        new DifferenceTest(Math.max(EXACTNESS, ComparisonOptions.threshold(run.kind())));
    List<DifferenceResult> results = test.test(pairs(falling));
    List<Double> family =
        results.stream().flatMap(result -> result.pValues().welch().stream()).toList();
    List<String> findings = new ArrayList<>(List.of(""));
    for (int i = 1; i < falling.size(); i++) {
      findings.add(
          falling.getFirst().isExact() && falling.get(i).isExact()
              ? ", " + finding(results.get(i - 1), family).label()
              : ", no verdict");
    }
    return findings;
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

  /** The first was chosen by its trials: a difference from it has to stand among all pairs. */
  private static Conclusion finding(DifferenceResult result, List<Double> family) {
    boolean stands = result.pValues().welch().stream().allMatch(p -> Holm.isDifference(p, family));
    return result.conclusion().isDifference() && !stands
        ? Conclusion.INCONCLUSIVE
        : result.conclusion();
  }

  private static Optional<String> named(List<HighestRate> rates) {
    return rates.isEmpty()
        ? Optional.empty()
        : Optional.of(rates.stream().map(HighestRate::server).collect(Collectors.joining(", ")));
  }
}
