package dev.tierbench.run.record;

import java.util.List;
import java.util.Optional;

/**
 * How long fixed work took on the server's cores, just before the load of a step and just after it:
 * what other guests of the machine take of its caches and its memory, which no counter of the
 * kernel shows.
 *
 * @param cores that it ran on
 * @param before readings in the order of time; empty when the work could not be run
 * @param after likewise
 * @param best the least times of the run until then, this step's among them; empty when this step
 *     has none
 */
public record HostSpeed(
    String cores, List<Reading> before, List<Reading> after, Optional<Best> best) {

  public HostSpeed {
    before = List.copyOf(before);
    after = List.copyOf(after);
  }

  /**
   * The same work once.
   *
   * @param aluNs of arithmetic inside the registers
   * @param memoryNs of loads, each of which waits for the one before
   */
  public record Reading(long aluNs, long memoryNs) {}

  /** The least of the run, as the metrics of the same names have it. */
  public record Best(double aluMs, double memoryMs) {

    /** The lesser of each part. */
    public Best and(Best other) {
      return new Best(Math.min(aluMs, other.aluMs), Math.min(memoryMs, other.memoryMs));
    }
  }

  /** The same beside the best of a run. */
  public HostSpeed against(Optional<Best> ofRun) {
    return new HostSpeed(cores, before, after, ofRun);
  }
}
