package dev.tierbench.report.page;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.compare.Comparison;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.report.metric.ValidTrials;
import dev.tierbench.report.metric.Words;
import dev.tierbench.run.Parameters;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The first sentence: who answers most at the top level, and at what price. */
record ThroughputRanking(Run run, List<Comparison> comparisons) {

  static final String SHARED_CORES =
      "The tiers shared cores, as asked, so this run ranks no server: a saturated step then shows"
          + " what the host's scheduler gave each tier.";

  String sentence(Optional<Parameters> level) {
    if (run.manifest().pinning().sharingAsked()) {
      return SHARED_CORES;
    }
    return level
        .map(at -> "At " + Words.of(run).heading(at) + " " + ranking(at))
        .orElse(KeyFindings.NO_VALID_STEP);
  }

  private String ranking(Parameters level) {
    List<String> ranked =
        run.subjects().stream()
            .filter(server -> !Samples.of(run, server, level, Metrics.THROUGHPUT).isEmpty())
            .sorted(Comparator.comparingDouble(server -> -throughput(server, level)))
            .toList();
    if (ranked.size() == 1) {
      return values(ranked.getFirst(), level)
          + "; no other server has a valid step at that level to compare with.";
    }
    List<String> servers = run.competing(ranked);
    String floor =
        ranked.stream()
            .filter(server -> !servers.contains(server))
            .findFirst()
            .map(best -> "; the floor, " + against(servers.getFirst(), best, level))
            .orElse("");
    return values(servers.getFirst(), level) + others(servers, level) + floor + ".";
  }

  private String others(List<String> servers, Parameters level) {
    String winner = servers.getFirst();
    List<String> others = servers.subList(1, servers.size());
    if (others.isEmpty()) {
      return "";
    }
    if (others.size() == 1) {
      return ", " + against(winner, others.getFirst(), level);
    }
    Set<String> conclusions =
        others.stream().map(other -> conclusion(winner, other, level)).collect(Collectors.toSet());
    boolean alike = conclusions.size() == 1;
    return "; after it "
        + others.stream()
            .map(other -> after(winner, other, level, !alike))
            .collect(Collectors.joining(", "))
        + (alike ? " (each: " + conclusions.iterator().next() + ")" : "");
  }

  /** {@code webflux-rxjava 17,249 req/s, p99 239 ms, 75.6 µs (4 % less)}. */
  private String after(String winner, String other, Parameters level, boolean withConclusion) {
    return "%s (%s less%s)"
        .formatted(
            values("%s %s req/s, p99 %s ms, %s µs", other, level),
            Numbers.percent(1 - throughput(other, level) / throughput(winner, level)),
            withConclusion ? ": " + conclusion(winner, other, level) : "");
  }

  /** What the other answers, and which of the two has more. */
  private String against(String one, String other, Parameters level) {
    boolean oneWins = throughput(one, level) >= throughput(other, level);
    String winner = oneWins ? one : other;
    String loser = oneWins ? other : one;
    return "%s (%s has %s more throughput: %s)"
        .formatted(
            values(other, level),
            winner,
            Numbers.percent(advantage(winner, loser, level)),
            conclusion(winner, loser, level));
  }

  private double throughput(String server, Parameters level) {
    return Samples.of(run, server, level, Metrics.THROUGHPUT).median();
  }

  private double advantage(String winner, String other, Parameters level) {
    return throughput(winner, level) / throughput(other, level) - 1;
  }

  private String values(String server, Parameters level) {
    return values("%s answers %s req/s with p99 %s ms for %s µs of CPU per request", server, level);
  }

  private String values(String form, String server, Parameters level) {
    return form.formatted(
        ValidTrials.of(run, server, level).marked(server),
        text(server, level, Metrics.THROUGHPUT),
        text(server, level, Metrics.P99),
        text(server, level, Metrics.CPU));
  }

  private String conclusion(String winner, String other, Parameters level) {
    return new PairConclusions(run, comparisons)
        .of(Metrics.THROUGHPUT, winner, other, level, advantage(winner, other, level));
  }

  private String text(String server, Parameters level, Metric metric) {
    return Samples.of(run, server, level, metric)
        .middle()
        .map(value -> Numbers.of(value))
        .orElse("an unmeasured");
  }
}
