package dev.tierbench.report.page;

import dev.tierbench.report.compare.Comparison;
import dev.tierbench.report.compare.Row;
import dev.tierbench.report.folder.Cell;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Metric;
import dev.tierbench.report.metric.Numbers;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.report.stats.Sample;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The first sentence: who answers most at the top level, and at what price. */
record Winner(Run run, List<Comparison> comparisons) {

  String sentence(Optional<Integer> level) {
    if (level.isEmpty()) {
      return "No step of this run is valid, so it says nothing about any server.";
    }
    List<String> servers =
        run.servers().stream()
            .filter(server -> sample(server, level.get(), Metric.THROUGHPUT).size() > 0)
            .sorted(
                Comparator.comparingDouble(
                    server -> -sample(server, level.get(), Metric.THROUGHPUT).median()))
            .toList();
    String where = String.format(Locale.ROOT, "At %,d concurrent requests ", level.get());
    String first = where + figures(servers.getFirst(), level.get());
    if (servers.size() == 1) {
      return first + "; no other server has a valid step at that level to be held against.";
    }
    StringBuilder text = new StringBuilder(first);
    for (String server : servers.subList(1, servers.size())) {
      text.append(", ").append(figures(server, level.get()));
      text.append(" (").append(verdict(servers.getFirst(), server, level.get())).append(")");
    }
    return text + ".";
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
  private String verdict(String winner, String other, int level) {
    double share =
        sample(winner, level, Metric.THROUGHPUT).median()
                / sample(other, level, Metric.THROUGHPUT).median()
            - 1;
    String finding =
        comparisons.stream()
            .filter(c ->
                c.a().run().servers().contains(winner) || c.b().run().servers().contains(winner))
            .filter(
                c -> c.a().run().servers().contains(other) || c.b().run().servers().contains(other))
            .flatMap(c -> c.rows().stream())
            .filter(row ->
                row.key().metric().equals(Metric.THROUGHPUT.title())
                    && row.key().level().equals(Optional.of(level)))
            .map(row ->
                switch (row.judgement().finding()) {
                  case BETTER, WORSE -> beyond(row, share);
                  case EQUIVALENT -> "equivalent";
                  case INCONCLUSIVE -> "inconclusive";
                  case ONE_TRIAL -> "one trial: no verdict";
                  case NOT_MEASURED -> "not measured";
                })
            .findFirst()
            .orElse("not compared");
    return winner + " has " + Numbers.percent(share) + " more throughput: " + finding;
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
