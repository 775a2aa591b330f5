package dev.tierbench.harness.suite;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tierbench.run.Require;
import dev.tierbench.run.file.RunJson;
import java.io.IOException;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A line that the worker of a cell sends.
 *
 * @param nanoTime of a boundary, by the clock of the worker's JVM, which nobody sets
 * @param settings what the worker found about itself
 * @param error that ended the work
 */
record WorkerEvent(
    Type event,
    Optional<Long> nanoTime,
    Optional<String> phase,
    Optional<JsonNode> settings,
    Optional<RunReport> run,
    Optional<String> error) {

  WorkerEvent {
    boolean isBoundary = event == Type.PHASE_START || event == Type.PHASE_END;
    Require.that(!isBoundary || nanoTime.isPresent(), () -> "a boundary without 'nano_time'");
    Require.that(event != Type.RUN || run.isPresent(), () -> "a run without a report");
  }

  /**
   * Reads a line.
   *
   * @throws IOException that shows a line that is no event
   */
  static WorkerEvent parse(String line) throws IOException {
    try {
      return RunJson.parseLine(line, WorkerEvent.class);
    } catch (IOException e) {
      throw new IOException("the worker sent an invalid event: " + e.getMessage(), e);
    }
  }

  /** What happened. */
  enum Type {
    @JsonProperty("settings")
    SETTINGS,
    /** The worker waits for {@code go} before a phase. */
    @JsonProperty("ready")
    READY,
    @JsonProperty("phase-start")
    PHASE_START,
    /** The worker waits for {@code go} after a phase. */
    @JsonProperty("phase-end")
    PHASE_END,
    @JsonProperty("run")
    RUN,
    @JsonProperty("failed")
    FAILED,
    @JsonProperty("done")
    DONE
  }

  /**
   * One run, or one iteration of JMH, as the worker saw it.
   *
   * @param operations passes of an iteration of JMH; of another engine a run is one pass
   * @param scoreOpsPerS passes per second, of JMH
   * @param wrong passes of an iteration whose checksum was another than the expected
   */
  record RunReport(
      long wallNs,
      Optional<Long> operations,
      Optional<Double> scoreOpsPerS,
      Optional<Long> wrong,
      Optional<Long> submitted,
      Optional<Long> completed,
      Optional<Long> failed,
      Optional<Long> rejected,
      Optional<Long> checksum,
      Optional<Long> checksumExpected,
      Optional<Long> allocatedBytes,
      Optional<Long> gcMs,
      Optional<Long> heapBeforeBytes,
      Optional<Long> heapAfterGcBytes,
      Optional<Integer> threadsPeak,
      Optional<Long> printedBytes,
      Optional<Long> writerNsPerOp,
      Optional<Boolean> settled,
      Optional<String> error) {}
}
