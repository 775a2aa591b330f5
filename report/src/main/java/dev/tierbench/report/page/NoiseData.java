package dev.tierbench.report.page;

import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.NoiseFloor;
import java.util.List;
import java.util.Optional;

/** The noise floor for the page. */
record NoiseData(List<String> servers, List<Floor> floors) {

  record Floor(String metric, double share) {}

  /** Empty when the run shows none. */
  static Optional<NoiseData> of(NoiseFloor noise, Run run) {
    if (noise.servers().isEmpty()) {
      return Optional.empty();
    }
    List<Floor> floors =
        Metrics.compared(run.kind()).stream()
            .flatMap(metric ->
                noise.of(metric).stream()
                    .map(share -> new Floor(metric.title(run.operation()), share)))
            .toList();
    return Optional.of(new NoiseData(noise.servers(), floors));
  }
}
