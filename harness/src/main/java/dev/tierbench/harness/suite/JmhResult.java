package dev.tierbench.harness.suite;

import dev.tierbench.run.RunJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * What JMH's own profilers found of each iteration of a fork: {@code raw/jmh.json}.
 *
 * @param allocatedPerPass bytes of each pass; empty lists when JMH did not say
 * @param gcMillis time in collections of each iteration
 */
record JmhResult(List<Double> allocatedPerPass, List<Double> gcMillis) {

  static final JmhResult NONE = new JmhResult(List.of(), List.of());

  static JmhResult read(Path file) throws IOException {
    if (!Files.exists(file)) {
      return NONE;
    }
    try {
      JsonNode secondary = RunJson.parse(Files.readString(file)).path(0).path("secondaryMetrics");
      return new JmhResult(values(secondary, "gc.alloc.rate.norm"), values(secondary, "gc.time"));
    } catch (JacksonException e) {
      throw new IOException(file + " is not what JMH writes: " + e.getOriginalMessage(), e);
    }
  }

  /** JMH puts a dot before the names of its profilers' metrics in some versions. */
  private static List<Double> values(JsonNode metrics, String name) {
    JsonNode found = metrics.has(name) ? metrics.path(name) : metrics.path("·" + name);
    return StreamSupport.stream(found.path("rawData").path(0).spliterator(), false)
        .map(JsonNode::doubleValue)
        .toList();
  }

  /** Of an iteration, by its place. */
  Optional<Double> allocated(int iteration) {
    return at(allocatedPerPass, iteration);
  }

  /** A fork without a collection has no such metric: none took any time. */
  Optional<Long> gcMillis(int iteration) {
    return gcMillis.isEmpty() && !allocatedPerPass.isEmpty()
        ? Optional.of(0L)
        : at(gcMillis, iteration).map(Math::round);
  }

  private static Optional<Double> at(List<Double> values, int place) {
    return place < values.size() ? Optional.of(values.get(place)) : Optional.empty();
  }
}
