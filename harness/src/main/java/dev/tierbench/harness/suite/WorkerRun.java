package dev.tierbench.harness.suite;

import dev.tierbench.harness.run.Durations;
import dev.tierbench.observer.host.child.ChildProcess;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.descriptor.SuiteDescriptor.Engine;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.record.Work;
import dev.tierbench.run.record.Work.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** One worker from its start to its end. Used once, by one thread. */
final class WorkerRun {

  /** A cell may take this many times what was predicted, and a while for what was not. */
  private static final double PATIENCE = 3;

  private static final double MARGIN_SECONDS = 30;
  private static final double END_SECONDS = 20;
  private static final int LOG_LINES = 40;

  private final CellWork cell;
  private final CellRecorder recorder;
  private final WorkerLink link;
  private final CellTrace trace;
  private final ChildProcess worker;
  private final List<WorkerEvent.RunReport> measured = new ArrayList<>();
  private Optional<JsonNode> settings = Optional.empty();
  private WorkerFacts facts = WorkerFacts.NONE;
  private Optional<String> error = Optional.empty();
  private boolean done;

  WorkerRun(
      CellWork cell, CellRecorder recorder, WorkerLink link, CellTrace trace, ChildProcess worker) {
    this.cell = cell;
    this.recorder = recorder;
    this.link = link;
    this.trace = trace;
    this.worker = worker;
  }

  /**
   * Follows the worker, and ends it if it does not end itself.
   *
   * @param seconds that it is predicted to take
   * @throws IOException when what it sends or leaves cannot be read
   */
  CellRunner.Result run(RunFolder.Step step, double seconds)
      throws IOException, InterruptedException {
    double limit = PATIENCE * seconds + MARGIN_SECONDS;
    long deadline = System.nanoTime() + Durations.duration(limit).toNanos();
    Ending ending;
    try {
      Optional<WorkerEvent> event = link.next(deadline, worker::isAlive);
      while (event.isPresent() && on(event.get())) {
        event = link.next(deadline, worker::isAlive);
      }
      ending = end(deadline, limit);
    } finally {
      worker.kill();
    }
    JmhResult jmh = JmhResult.read(WorkerCommands.jmhResult(step));
    List<Work.Run> runs = withJmh(jmh);
    Work work = cell.work(ending, facts, runs, recorder.window(runs), measured);
    return new CellRunner.Result(work, trace.observed(), settings);
  }

  /** False when the worker is gone, which its end explains. */
  private boolean on(WorkerEvent event) throws IOException {
    String phase = event.phase().orElse("");
    switch (event.event()) {
      case SETTINGS -> {
        settings = event.settings();
        facts = WorkerFacts.of(settings);
        recorder.found(pid());
      }
      case READY -> {
        if (trace.covers(phase)) {
          trace.begin(recorder.pid());
        }
        recorder.opens();
        return link.go();
      }
      case PHASE_START -> recorder.started(event.nanoTime().orElseThrow());
      case PHASE_END -> {
        recorder.closes(phase, event.nanoTime().orElseThrow());
        if (trace.covers(phase)) {
          trace.end();
        }
        return link.go();
      }
      case RUN -> {
        WorkerEvent.RunReport report = event.run().orElseThrow();
        recorder.add(phase, report, cell.engine() == Engine.ONCE);
        if (PhaseName.MEASURE.is(phase)) {
          measured.add(report);
        }
      }
      case FAILED -> error = event.error();
      case DONE -> done = true;
    }
    return true;
  }

  private long pid() throws IOException {
    return facts.pid().orElseThrow(() -> new IOException("the worker did not report its PID"));
  }

  private Ending end(long deadline, double limit) throws InterruptedException {
    if (System.nanoTime() >= deadline && worker.isAlive()) {
      return Ending.timedOut(limit);
    }
    int code;
    try {
      code = worker.await(Durations.duration(END_SECONDS));
    } catch (IOException e) {
      return Ending.timedOut(END_SECONDS);
    }
    return done && code == 0
        ? completed()
        : Ending.failed(code, error, worker.lastLines(LOG_LINES));
  }

  /** A run also survives a pool that refuses tasks. */
  private Ending completed() {
    return measured.stream()
        .filter(report -> report.rejected().orElse(0L) > 0)
        .findFirst()
        .map(report -> Ending.of(Outcome.REJECTED, report.error().orElse("tasks were refused")))
        .orElse(Ending.COMPLETED);
  }

  /** Iterations of JMH have their allocation from JMH, and share the boundaries of their phase. */
  private List<Work.Run> withJmh(JmhResult jmh) {
    List<Work.Run> runs = new ArrayList<>();
    int iteration = 0;
    for (Work.Run run : recorder.runs()) {
      if (cell.engine() == Engine.JMH && PhaseName.MEASURE.is(run.phase())) {
        int place = iteration++;
        runs.add(
            run.with(next ->
                next.allocatedBytes(
                        jmh.allocated(place)
                            .map(each -> Math.round(each * run.operations() / cell.size())))
                    .rssPeakBytes(recorder.rssPeakBytes())));
      } else {
        runs.add(run);
      }
    }
    return runs;
  }
}
