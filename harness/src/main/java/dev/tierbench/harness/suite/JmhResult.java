package dev.tierbench.harness.suite;

import dev.tierbench.run.Require;
import dev.tierbench.run.file.RunFile;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.file.TerminalText;
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
 */
record JmhResult(List<Double> allocatedPerPass) {

  static final JmhResult NONE = new JmhResult(List.of());

  static JmhResult read(Path file) throws IOException {
    if (!Files.exists(file)) {
      return NONE;
    }
    try {
      JsonNode secondary = RunJson.parse(RunFile.JSON.text(file)).path(0).path("secondaryMetrics");
      return new JmhResult(values(secondary, "gc.alloc.rate.norm"));
    } catch (JacksonException e) {
      throw invalid(file, RunJson.description(e));
    } catch (IllegalArgumentException e) {
      throw invalid(file, e.getMessage());
    }
  }

  private static List<Double> values(JsonNode metrics, String name) {
    return StreamSupport.stream(metrics.path(name).path("rawData").path(0).spliterator(), false)
        .map(JmhResult::number)
        .toList();
  }

  private static double number(JsonNode value) {
    Require.that(value.isNumber(), () -> "expected a number, found " + value);
    return value.doubleValue();
  }

  private static IOException invalid(Path file, String why) {
    return new IOException(file + " is not what JMH writes: " + TerminalText.line(why));
  }

  /** Bytes allocated per pass of an iteration, by its place; empty when JMH did not count. */
  Optional<Double> allocated(int iteration) {
    return allocatedPerPass.stream().skip(iteration).findFirst();
  }
}
