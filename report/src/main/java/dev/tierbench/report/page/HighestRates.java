package dev.tierbench.report.page;

import dev.tierbench.metrics.Better;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.compare.ComparisonOptions;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.HighestRate;
import dev.tierbench.report.stats.DifferenceResult;
import dev.tierbench.report.stats.DifferenceTest;
import dev.tierbench.report.stats.SamplePair;
import dev.tierbench.run.LatencyGoal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** The sentence on the highest rate at which each server kept the latency that was asked for. */
record HighestRates(Run run, LatencyGoal goal) {

  String sentence() {
    List<HighestRate> falling =
        HighestRate.of(run).stream()
            .filter(rate -> !rate.rates().isEmpty())
            .sorted(Comparator.comparingDouble((HighestRate rate) -> -rate.rates().median()))
            .toList();
    if (falling.isEmpty()) {
      return "No server kept " + goal.text() + " at any rate that was tried.";
    }
    List<String> findings = findings(falling);
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < falling.size(); i++) {
      parts.add(description(falling.get(i)) + findings.get(i));
    }
    return "With " + goal.text() + ": " + String.join("; ", parts) + silent(falling) + ".";
  }

  private static String description(HighestRate rate) {
    String scatter =
        rate.rates().size() < 2
            ? ""
            : " ("
                + Numbers.whole(rate.rates().values().getFirst())
                + "–"
                + Numbers.whole(rate.rates().values().getLast())
                + ")";
    return rate.server()
        + (rate.open() > 0 ? " at least " : " up to ")
        + Numbers.whole(rate.rates().median())
        + " requests/s"
        + scatter;
  }

  /** Of each against the first; nothing of the first itself. */
  private List<String> findings(List<HighestRate> falling) {
    HighestRate first = falling.getFirst();
    List<DifferenceResult> results =
        new DifferenceTest(ComparisonOptions.threshold(run.kind()))
            .test(
                falling.stream()
                    .skip(1)
                    .map(rate -> new SamplePair(first.rates(), rate.rates(), Better.HIGHER, 0))
                    .toList());
    List<String> findings = new ArrayList<>(List.of(""));
    results.forEach(result -> findings.add(", " + result.conclusion().label()));
    return findings;
  }

  private String silent(List<HighestRate> found) {
    String names =
        run.subjects().stream()
            .filter(server -> found.stream().noneMatch(rate -> rate.server().equals(server)))
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? "" : "; no rate found for " + names;
  }
}
