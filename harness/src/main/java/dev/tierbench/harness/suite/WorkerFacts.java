package dev.tierbench.harness.suite;

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
    Optional<Long> heapBytes,
    Optional<Integer> cores) {

  static final WorkerFacts NONE =
      new WorkerFacts(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  static WorkerFacts of(JsonNode settings) {
    return new WorkerFacts(
        number(settings, "pid").map(JsonNode::longValue),
        number(settings, "threads").map(JsonNode::intValue),
        number(settings, "heap_max_bytes").map(JsonNode::longValue),
        number(settings, "cores").map(JsonNode::intValue));
  }

  private static Optional<JsonNode> number(JsonNode settings, String name) {
    return Optional.of(settings.path(name)).filter(JsonNode::isNumber);
  }
}
