package dev.tierbench.loadgen;

import dev.tierbench.run.record.LoadResult;
import java.time.Instant;
import java.util.List;

/** Runs in this JVM, from command lines without quotes. */
final class TestRun {

  private TestRun() {}

  static LoadPlan plan(String commandLine) {
    return Plans.of(commandLine.split(" ", -1));
  }

  static LoadResult of(String commandLine, RunListener... listeners) throws Exception {
    return new LoadRun(plan(commandLine), List.of(listeners)).run();
  }

  static LoadResult.Phase firstPhase(String commandLine) throws Exception {
    return of(commandLine).phases().getFirst();
  }

  /** Requests that were sent in all phases. */
  static long sent(LoadResult result) {
    return result.phases().stream()
        .mapToLong(phase -> phase.started().orElseThrow() - phase.carriedIn().orElseThrow())
        .sum();
  }

  /** What a test does when a phase begins. */
  @FunctionalInterface
  interface Action {
    void begin(String phase) throws Exception;
  }

  static RunListener atEachPhase(Action action) {
    return new RunListener() {
      @Override
      public void phaseStarted(String phase, Instant boundary) {
        try {
          action.begin(phase);
        } catch (Exception e) {
          throw new IllegalStateException(e);
        }
      }
    };
  }
}
