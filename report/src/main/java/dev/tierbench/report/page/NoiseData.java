package dev.tierbench.report.page;

import dev.tierbench.report.metric.Metric;
import dev.tierbench.report.metric.NoiseFloor;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The noise floor for the page. */
record NoiseData(List<String> servers, List<Floor> floors) {

  record Floor(String id, String metric, double share) {}

  /** Empty when the run shows none. */
  static Optional<NoiseData> of(NoiseFloor noise) {
    if (noise.servers().isEmpty()) {
      return Optional.empty();
    }
    List<Floor> floors =
        Stream.of(Metric.values())
            .flatMap(metric ->
                noise.of(metric).stream()
                    .map(share -> new Floor(metric.id(), metric.title(), share)))
            .toList();
    return Optional.of(new NoiseData(noise.servers(), floors));
  }
}
