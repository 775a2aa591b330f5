package dev.tierbench.suite.jmh;

import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Work;
import dev.tierbench.suite.worker.Facts;
import dev.tierbench.suite.worker.Link;
import dev.tierbench.suite.worker.Meter;
import dev.tierbench.suite.worker.PrintCounter;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.IterationType;

/**
 * Reports the boundaries of a fork's phases to the harness and waits for its {@code go} at each,
 * between JMH's iterations. With {@link #TRACE} the last measured iteration is the phase {@code
 * trace}. Needs one warm-up iteration or more, in which the work is opened.
 */
public final class PhaseProfiler implements InternalProfiler {

  /** The system property that makes the last iteration one of its own. */
  public static final String TRACE = "tierbench.trace";

  private static Fork fork;

  private final boolean traced = Boolean.getBoolean(TRACE);

  /** Measured iterations so far, with the one under way. */
  private int measured;

  /** The profiler's half of the fork, which its benchmark completes. */
  private static final class Fork {
    private final Link link = Link.ofProperty();
    private final PrintCounter prints = PrintCounter.install();
    private Verdicts verdicts;
    private Optional<Work> toClose = Optional.empty();
    private long startNanos;
    private long startWrong;
    private long startPrinted;
    private Optional<Long> startGcMillis = Optional.empty();
  }

  /** The work was opened: sends the settings. Without this profiler, does nothing. */
  static void opened(Setup setup, Verdicts verdicts) {
    if (fork != null) {
      fork.verdicts = verdicts;
      fork.link.send("settings", Facts.of(setup));
    }
  }

  /**
   * Takes the work that JMH ends with its last iteration, inside the phase, and closes it after the
   * boundary: ending pools and threads is no part of what is measured. Returns false without this
   * profiler.
   */
  static boolean closes(Work work) {
    if (fork == null) {
      return false;
    }
    fork.toClose = Optional.of(work);
    return true;
  }

  @Override
  public String getDescription() {
    return "Phases of an iteration, over the socket in " + Link.PROPERTY;
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    if (fork == null) {
      fork = new Fork();
    }
    if (iteration.getType() == IterationType.MEASUREMENT) {
      if (fork.verdicts == null) {
        throw new IllegalStateException("one warm-up iteration or more is needed");
      }
      measured++;
      if (measured == 1 || isTrace(iteration)) {
        fork.link.ready(phase(iteration));
        Meter.resetThreadPeak();
        fork.link.boundary("phase-start", phase(iteration));
      }
    }
    fork.startWrong = fork.verdicts == null ? 0 : fork.verdicts.wrong();
    fork.startPrinted = fork.prints.bytes();
    fork.startGcMillis = Meter.gcMillis();
    fork.startNanos = System.nanoTime();
  }

  @Override
  @SuppressWarnings("rawtypes")
  public Collection<? extends Result> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    long wallNanos = System.nanoTime() - fork.startNanos;
    if (result.getRawPrimaryResults().isEmpty()) {
      // A pass threw; JMH reports what, unless a profiler throws too.
      return List.of();
    }
    Map<String, Object> run = values(wallNanos, result);
    if (iteration.getType() == IterationType.WARMUP) {
      fork.link.run("warm", run);
      return List.of();
    }
    String phase = phase(iteration);
    if (phase.equals("measure")) {
      fork.link.run(phase, run);
    }
    if (isLastOfItsPhase(iteration)) {
      fork.link.boundary("phase-end", phase);
      fork.link.awaitGo();
    }
    if (phase.equals("trace")) {
      fork.link.run(phase, run);
    }
    if (measured == iteration.getCount()) {
      fork.toClose.ifPresent(PhaseProfiler::close);
      fork.link.send("done", Map.of());
    }
    return List.of();
  }

  private static void close(Work work) {
    try {
      work.close();
    } catch (Exception e) {
      throw new IllegalStateException("the work could not be closed: " + e, e);
    }
  }

  private static Map<String, Object> values(long wallNanos, IterationResult result) {
    Verdicts verdicts = fork.verdicts;
    Map<String, Object> run = new LinkedHashMap<>();
    run.put("wall_ns", wallNanos);
    run.put("operations", result.getMetadata().getAllOps());
    run.put("score_ops_per_s", result.getPrimaryResult().getScore());
    run.put("wrong", verdicts.wrong() - fork.startWrong);
    run.put("checksum", verdicts.last());
    run.put("checksum_expected", verdicts.expected());
    Meter.gcMillisSince(fork.startGcMillis).ifPresent(millis -> run.put("gc_ms", millis));
    run.put("threads_peak", Meter.threadPeak());
    run.put("printed_bytes", fork.prints.bytes() - fork.startPrinted);
    return run;
  }

  private String phase(IterationParams iteration) {
    return switch (iteration.getType()) {
      case WARMUP -> "warm";
      case MEASUREMENT -> isTrace(iteration) ? "trace" : "measure";
    };
  }

  private boolean isTrace(IterationParams iteration) {
    return traced && measured == iteration.getCount();
  }

  private boolean isLastOfItsPhase(IterationParams iteration) {
    int last = iteration.getCount();
    return measured == last || (traced && measured == last - 1);
  }
}
