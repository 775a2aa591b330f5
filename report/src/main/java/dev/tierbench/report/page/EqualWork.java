package dev.tierbench.report.page;

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
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The sentence on servers that were offered the same rate: what the same work cost each. */
record EqualWork(Run run, List<Comparison> comparisons) {

  String sentence(Optional<Parameters> rate) {
    if (run.manifest().pinning().sharingAsked()) {
      return ThroughputRanking.SHARED_CORES;
    }
    return rate.map(at -> "With " + Words.of(run).heading(at) + " to each, " + costs(at) + ".")
        .orElse("No step at a rate is valid: there is no comparison at equal work.");
  }

  private String costs(Parameters at) {
    List<String> rising =
        run.subjects().stream()
            .filter(server -> !Samples.of(run, server, at, Metrics.CPU).isEmpty())
            .sorted(Comparator.comparingDouble(server -> cpu(server, at)))
            .toList();
    if (rising.isEmpty()) {
      return "CPU per request was not measured";
    }
    Stream<String> unstated =
        run.subjects().stream()
            .filter(server -> !rising.contains(server))
            .filter(server -> !Samples.of(run, server, at, Metrics.THROUGHPUT).isEmpty())
            .map(server -> server + ": CPU per request not measured");
    List<String> servers = run.competing(rising);
    String least = servers.getFirst();
    Stream<String> floors =
        rising.stream()
            .filter(server -> !servers.contains(server))
            .map(floor -> "the floor, " + values(floor, at));
    Stream<String> competing =
        servers.stream()
            .map(server -> server.equals(least) ? values(server, at) : against(least, server, at));
    return Stream.of(competing, floors, unstated)
        .flatMap(Function.identity())
        .collect(Collectors.joining("; "));
  }

  private String values(String server, Parameters at) {
    return "%s spends %s µs of CPU per request with p99 %s ms"
        .formatted(
            ValidTrials.of(run, server, at).marked(server),
            Numbers.of(cpu(server, at)),
            Numbers.of(Samples.of(run, server, at, Metrics.P99).middle()));
  }

  private String against(String least, String server, Parameters at) {
    double more = cpu(server, at) / cpu(least, at) - 1;
    String conclusion =
        new PairConclusions(run, comparisons).of(Metrics.CPU, least, server, at, more);
    return "%s (%s more CPU: %s)".formatted(values(server, at), Numbers.percent(more), conclusion);
  }

  private double cpu(String server, Parameters at) {
    return Samples.of(run, server, at, Metrics.CPU).median();
  }
}
