package dev.tierbench.loadgen;

import dev.tierbench.loadgen.cli.Plans;
import dev.tierbench.loadgen.engine.LoadRun;
import dev.tierbench.loadgen.plan.LoadPlan;
import dev.tierbench.loadgen.result.RunListener;
import dev.tierbench.run.record.LoadResult;
import java.time.Instant;
import java.util.List;

/** Runs in this JVM, from command lines without quotes. */
public final class TestRun {

  private TestRun() {}

  public static LoadPlan plan(String commandLine) {
    return Plans.of(commandLine.split(" ", -1));
  }

  public static LoadResult of(String commandLine, RunListener... listeners) throws Exception {
    return new LoadRun(plan(commandLine), List.of(listeners)).run();
  }

  public static LoadResult.Phase firstPhase(String commandLine) throws Exception {
    return of(commandLine).phases().getFirst();
  }

  /** Requests that were sent in all phases. */
  public static long sent(LoadResult result) {
    return result.phases().stream()
        .mapToLong(phase -> phase.started().orElseThrow() - phase.carriedIn().orElseThrow())
        .sum();
  }

  /** What a test does when a phase begins. */
  @FunctionalInterface
  public interface Action {
    void begin(String phase) throws Exception;
  }

  public static RunListener atEachPhase(Action action) {
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
