package dev.tierbench.report.page;

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
import java.util.function.Function;
import java.util.stream.Collectors;

/** The third sentence: what each server asked of the kernel per request. */
record KernelCounts(Run run) {

  private static final List<Metric> ASKED = List.of(Metric.SWITCHES, Metric.FUTEX, Metric.SYSCALLS);

  String sentence() {
    Optional<Integer> level =
        run.levels().stream()
            .filter(at -> measured(at).size() > 0)
            .max(
                Comparator.comparingInt((Integer at) -> measured(at).size())
                    .thenComparing(Comparator.naturalOrder()));
    return level
        .map(at ->
            String.format(Locale.ROOT, "Counted at %,d, per request: ", at)
                + told(measured(at), at)
                + ".")
        .orElse(
            "What each asks of the kernel was not measured: no valid step of this run has counts by"
                + " thread.");
  }

  /** Of many servers the figures alone, behind the words that go for all. */
  private String told(List<String> servers, int level) {
    if (servers.size() <= 2) {
      return servers.stream()
          .map(
              server -> server + " makes " + figures(server, level, metric -> " " + metric.label()))
          .collect(Collectors.joining(", "));
    }
    return ASKED.stream().map(Metric::label).collect(Collectors.joining(", "))
        + ": "
        + servers.stream()
            .map(server -> server + " " + figures(server, level, metric -> ""))
            .collect(Collectors.joining("; "));
  }

  private List<String> measured(int level) {
    return run.servers().stream()
        .filter(
            server -> ASKED.stream().anyMatch(metric -> !sample(server, level, metric).isEmpty()))
        .toList();
  }

  private String figures(String server, int level, Function<Metric, String> unit) {
    return ASKED.stream()
        .map(metric -> {
          Sample sample = sample(server, level, metric);
          return (sample.isEmpty() ? Numbers.NOT_MEASURED : Numbers.of(sample.median()))
              + unit.apply(metric);
        })
        .collect(Collectors.joining(", "));
  }

  private Sample sample(String server, int level, Metric metric) {
    return Samples.of(run, new Cell(server, level), metric::of);
  }
}
