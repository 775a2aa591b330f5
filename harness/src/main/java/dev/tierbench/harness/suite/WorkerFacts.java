package dev.tierbench.harness.suite;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tierbench.run.file.RunJson;
import java.io.IOException;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What decides over a cell of what its worker found about itself.
 *
 * @param pid of the JVM that is measured
 * @param threads items under way at once, as the implementation set itself up; empty without a
 *     limit
 * @param heapBytes the most that the heap can have
 * @param cores that it may use
 */
record WorkerFacts(
    Optional<Long> pid,
    Optional<Integer> threads,
    @JsonProperty("heap_max_bytes") Optional<Long> heapBytes,
    Optional<Integer> cores) {

  static final WorkerFacts NONE =
      new WorkerFacts(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  /**
   * The facts in what a worker found; none when it found nothing.
   *
   * @throws IOException when they are not what a worker sends
   */
  static WorkerFacts of(Optional<JsonNode> settings) throws IOException {
    return settings.isPresent() ? RunJson.parsePart(settings.get(), WorkerFacts.class) : NONE;
  }
}
