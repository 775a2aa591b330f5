package dev.tierbench.report.page;

import dev.tierbench.report.compare.Comparison;
import dev.tierbench.report.compare.Row;
import dev.tierbench.report.folder.Cell;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Metric;
import dev.tierbench.report.metric.Numbers;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.report.stats.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The first sentence: who answers most at the top level, and at what price. */
record Winner(Run run, List<Comparison> comparisons) {

  /** The least that a request can cost here; it is a bound, and not one of those that compete. */
  private static final String FLOOR = "netty-floor";

  String sentence(Optional<Integer> level) {
    return level
        .map(at -> String.format(Locale.ROOT, "At %,d concurrent requests ", at) + told(at))
        .orElse("No step of this run is valid, so it says nothing about any server.");
  }

  private String told(int level) {
    List<String> ranked =
        run.servers().stream()
            .filter(server -> !sample(server, level, Metric.THROUGHPUT).isEmpty())
            .sorted(Comparator.comparingDouble(server -> -throughput(server, level)))
            .toList();
    if (ranked.size() == 1) {
      return figures(ranked.getFirst(), level)
          + "; no other server has a valid step at that level to be held against.";
    }
    List<String> servers = ranked.stream().filter(server -> !server.equals(FLOOR)).toList();
    String floor =
        ranked.contains(FLOOR) ? "; the floor, " + against(servers.getFirst(), FLOOR, level) : "";
    return figures(servers.getFirst(), level) + others(servers, level) + floor + ".";
  }

  private String others(List<String> servers, int level) {
    List<String> others = servers.subList(1, servers.size());
    if (others.size() == 1) {
      return ", " + against(servers.getFirst(), others.getFirst(), level);
    }
    List<String> findings =
        others.stream().map(other -> finding(servers.getFirst(), other, level)).toList();
    boolean alike = findings.stream().distinct().count() == 1;
    List<String> told = new ArrayList<>();
    for (int i = 0; i < others.size(); i++) {
      told.add(
          after(servers.getFirst(), others.get(i), level, alike ? "" : ": " + findings.get(i)));
    }
    return told.isEmpty()
        ? ""
        : "; after it "
            + String.join(", ", told)
            + (alike ? " (each: " + findings.getFirst() + ")" : "");
  }

  /** {@code webflux-rxjava 17,249 req/s, p99 239 ms, 75.6 µs (4 % less)}. */
  private String after(String winner, String other, int level, String finding) {
    double less = 1 - throughput(other, level) / throughput(winner, level);
    return String.format(
        Locale.ROOT,
        "%s %s req/s, p99 %s ms, %s µs (%s less%s)",
        other,
        text(other, level, Metric.THROUGHPUT),
        text(other, level, Metric.P99),
        text(other, level, Metric.CPU),
        Numbers.percent(less),
        finding);
  }

  private String against(String one, String other, int level) {
    boolean first = throughput(one, level) >= throughput(other, level);
    String winner = first ? one : other;
    return String.format(
        Locale.ROOT,
        "%s (%s has %s more throughput: %s)",
        figures(other, level),
        winner,
        Numbers.percent(more(winner, first ? other : one, level)),
        finding(winner, first ? other : one, level));
  }

  private double throughput(String server, int level) {
    return sample(server, level, Metric.THROUGHPUT).median();
  }

  private double more(String winner, String other, int level) {
    return throughput(winner, level) / throughput(other, level) - 1;
  }

  private String figures(String server, int level) {
    return String.format(
        Locale.ROOT,
        "%s answers %s req/s with p99 %s ms for %s µs of CPU per request",
        server,
        text(server, level, Metric.THROUGHPUT),
        text(server, level, Metric.P99),
        text(server, level, Metric.CPU));
  }

  /** Of throughput, in words that do not depend on which side the comparison put first. */
  private String finding(String winner, String other, int level) {
    return comparisons.stream()
        .filter(c -> isSide(c, winner) && isSide(c, other))
        .flatMap(c -> c.rows().stream())
        .filter(row ->
            row.key().metric().equals(Metric.THROUGHPUT.title())
                && row.key().level().equals(Optional.of(level)))
        .map(row ->
            switch (row.judgement().finding()) {
              case BETTER, WORSE -> beyond(row, more(winner, other, level));
              case EQUIVALENT -> "equivalent";
              case INCONCLUSIVE -> "inconclusive";
              case ONE_TRIAL -> "one trial: no verdict";
              case NOT_MEASURED -> "not measured";
            })
        .findFirst()
        .orElse("not compared");
  }

  private static boolean isSide(Comparison comparison, String server) {
    return comparison.a().run().servers().contains(server)
        || comparison.b().run().servers().contains(server);
  }

  /** Trials that agree may still be within what the host does to one server under two names. */
  private static String beyond(Row row, double share) {
    return row.noise()
        .map(floor ->
            (share > floor ? "beyond" : "the trials agree, but it is within")
                + " the noise floor of ±"
                + Numbers.percent(floor))
        .orElse("beyond the scatter of the trials");
  }

  private String text(String server, int level, Metric metric) {
    Sample sample = sample(server, level, metric);
    return sample.isEmpty() ? "an unmeasured" : Numbers.of(sample.median());
  }

  private Sample sample(String server, int level, Metric metric) {
    return Samples.of(run, new Cell(server, level), metric::of);
  }
}
