package dev.tierbench.report;

import static dev.tierbench.report.Folders.usageError;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.run.Kind;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The option that says which metrics are compared. */
final class MetricChoice {

  private static final String ALL = "all";

  @Option(
      names = "--metric",
      paramLabel = "NAME",
      split = ",",
      description =
          "Metrics of whole cells or subjects by their ids, or all. Default: the main ones.")
  private List<String> ids = List.of();

  /**
   * The metrics that are wanted, of those that have a better direction.
   *
   * @throws ParameterException when a kind of runs has none of an id
   */
  List<Metric> compared(CommandSpec spec, Kind kind) {
    return chosen(spec, kind, Metrics.compared(kind));
  }

  /**
   * The metrics that are wanted, of all.
   *
   * @throws ParameterException when a kind of runs has none of an id
   */
  List<Metric> followed(CommandSpec spec, Kind kind) {
    return chosen(spec, kind, Metrics.of(kind));
  }

  private List<Metric> chosen(CommandSpec spec, Kind kind, List<Metric> known) {
    if (ids.isEmpty()) {
      return Metrics.main(kind);
    }
    return ids.contains(ALL)
        ? Metrics.compared(kind)
        : ids.stream().map(id -> metric(spec, known, id)).toList();
  }

  /**
   * The metric of an id.
   *
   * @throws ParameterException when a kind of runs has none
   */
  static Metric known(CommandSpec spec, Kind kind, String id) {
    return metric(spec, Metrics.of(kind), id);
  }

  private static Metric metric(CommandSpec spec, List<Metric> known, String id) {
    return known.stream()
        .filter(metric -> metric.id().equals(id))
        .findFirst()
        .orElseThrow(() ->
            usageError(
                spec,
                "unknown metric '%s': expected all or some of %s"
                    .formatted(
                        id, known.stream().map(Metric::id).collect(Collectors.joining(", ")))));
  }
}
