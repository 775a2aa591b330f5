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
 * What JMH's own profilers found of a fork: {@code raw/jmh.json}.
 *
 * @param allocatedPerPass bytes of each pass, by iteration; empty when JMH did not count
 * @param gcMillis time in collections of all iterations, a traced one included: JMH names those
 *     alone that had a collection, and not which they were
 */
record JmhResult(List<Double> allocatedPerPass, Optional<Long> gcMillis) {

  static final JmhResult NONE = new JmhResult(List.of(), Optional.empty());

  static JmhResult read(Path file) throws IOException {
    if (!Files.exists(file)) {
      return NONE;
    }
    try {
      JsonNode secondary = RunJson.parse(Files.readString(file)).path(0).path("secondaryMetrics");
      boolean counted = !values(secondary, "gc.count").isEmpty();
      double millis = values(secondary, "gc.time").stream().mapToDouble(Double::doubleValue).sum();
      return new JmhResult(
          values(secondary, "gc.alloc.rate.norm"),
          counted ? Optional.of(Math.round(millis)) : Optional.empty());
    } catch (JacksonException e) {
      throw new IOException(file + " is not what JMH writes: " + e.getOriginalMessage(), e);
    }
  }

  private static List<Double> values(JsonNode metrics, String name) {
    return StreamSupport.stream(metrics.path(name).path("rawData").path(0).spliterator(), false)
        .map(JsonNode::doubleValue)
        .toList();
  }

  /** Of an iteration, by its place. */
  Optional<Double> allocated(int iteration) {
    return allocatedPerPass.stream().skip(iteration).findFirst();
  }
}
