package dev.tierbench.report.page;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.report.metric.ValidTrials;
import dev.tierbench.report.metric.Words;
import dev.tierbench.run.Parameters;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The third sentence: the system calls and switches of each server per request. */
record KernelCounts(Run run) {

  private static final List<Metric> ASKED =
      List.of(Metrics.SWITCHES, Metrics.FUTEX, Metrics.SYSCALLS);

  String sentence() {
    return KeyFindings.mostServers(run.parameters(), at -> measured(at).size())
        .map(at ->
            "Counted at %s, per request: %s."
                .formatted(Words.of(run).heading(at), counts(measured(at), at)))
        .orElse(
            "What each asks of the kernel was not measured: no valid step of this run has counts by"
                + " thread.");
  }

  /**
   * Counts of each server. For more than two servers the labels come once, then the values alone.
   */
  private String counts(List<String> servers, Parameters level) {
    if (servers.size() <= 2) {
      return servers.stream()
          .map(server ->
              marked(server, level)
                  + " makes "
                  + values(server, level, metric -> " " + metric.label()))
          .collect(Collectors.joining(", "));
    }
    return ASKED.stream().map(Metric::label).collect(Collectors.joining(", "))
        + ": "
        + servers.stream()
            .map(server -> marked(server, level) + " " + values(server, level, metric -> ""))
            .collect(Collectors.joining("; "));
  }

  private String marked(String server, Parameters level) {
    return ValidTrials.of(run, server, level).marked(server);
  }

  private List<String> measured(Parameters level) {
    return run.subjects().stream()
        .filter(server ->
            ASKED.stream().anyMatch(metric -> !Samples.of(run, server, level, metric).isEmpty()))
        .toList();
  }

  private String values(String server, Parameters level, Function<Metric, String> unit) {
    return ASKED.stream()
        .map(metric ->
            Numbers.of(Samples.of(run, server, level, metric).middle()) + unit.apply(metric))
        .collect(Collectors.joining(", "));
  }
}
