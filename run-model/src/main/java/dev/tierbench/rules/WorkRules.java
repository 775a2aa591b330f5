package dev.tierbench.rules;

import static dev.tierbench.rules.Rule.rule;
import static dev.tierbench.run.Units.BYTES_PER_MIB;
import static dev.tierbench.run.Units.MILLIS_PER_SECOND;
import static dev.tierbench.run.Units.NANOS_PER_SECOND;

import dev.tierbench.metrics.Bounds;
import dev.tierbench.metrics.HostMetrics;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.metrics.SuiteMetrics;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.descriptor.SuiteDescriptor.Engine;
import dev.tierbench.run.descriptor.SuiteDescriptor.Implementation;
import dev.tierbench.run.descriptor.SuiteDescriptor.Waits;
import dev.tierbench.run.record.Checks.Check;
import dev.tierbench.run.record.Work;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The rules of a cell of a suite: whether the work was done, all of it, and nothing else. */
final class WorkRules {

  /** Cases that run their items one after another, whatever the pool size. */
  private static final Optional<Waits> ONE_BY_ONE = Optional.of(Waits.SERIAL_CALL);

  /** The most by which neighbouring iterations of a warm JVM may differ. */
  private static final double WARM_ITERATIONS_PERCENT = 10;

  static final Rule<MeasuredCell> OUTCOME =
      rule("outcome", "", Limit.NONE)
          .meaning(
              "suite: the cell was completed, or ended as predicted under the limit that the run set; one"
                  + " that was only predicted, or refused, has no values")
          .always((cell, ruling) -> outcome(cell.work(), ruling));

  static final List<Rule<? super MeasuredCell>> ALL =
      List.of(
          OUTCOME,
          rule("work", "passes", Limit.NONE)
              .meaning(
                  "suite: submitted = completed + failed + rejected, none of them failed, and every"
                      + " checksum as worked out in closed form")
              .when((cell, ruling) ->
                  cell.work().operations().map(done -> work(done, cell.work().reason(), ruling))),
          rule("printed", "B", Limit.fail(0))
              .meaning("suite: nothing was printed while the time ran")
              .on(
                  cell -> cell.work().operations().map(Work.Operations::printedBytes),
                  (bytes, ruling) ->
                      ruling.upTo(bytes, "%d bytes were printed while the time ran", bytes)),
          rule("bound", "%", Limit.fail(99))
              .meaning(
                  "suite: a run took at least this share of the time that its waits and its pool allow")
              .when(WorkRules::bound),
          rule("pool", "threads", Limit.NONE)
              .meaning(
                  "suite: the pool has the threads that the suite's description says; options of the JVM"
                      + " may change that")
              .when(WorkRules::pool),
          rule("warm_runs", "runs", Limit.warn(1))
              .meaning(
                  "suite: all of the work was run before it was measured, until two runs agreed and the JIT"
                      + " was idle; of JMH, the last two iterations of the warm-up agree within 10 %")
              .always((cell, ruling) -> warmRuns(cell.work(), ruling)),
          rule("iterations", "", Limit.warn(5))
              .meaning("suite: at least so many iterations of JMH")
              .on(
                  cell -> cell.work().score().map(score -> score.iterations().size()),
                  (iterations, ruling) ->
                      ruling.atLeast(iterations, "%d measured iterations", iterations)),
          LoadRules.TREND,
          rule("jit", "%", Limit.warn(10))
              .meaning("suite: CPU of the JIT threads, of the measured runs")
              .always(WorkRules::jit),
          rule("gc_share", "%", Limit.warn(10))
              .meaning("suite: time in pauses of collections, of the measured runs")
              .always(WorkRules::gc),
          rule("heap_room", "%", Limit.warn(80))
              .meaning("suite: what a collection left in the heap, of the heap")
              .when(WorkRules::heapRoom),
          rule("host_busy", "%", Limit.warn(10))
              .meaning(
                  "suite: CPU of other processes, of the host; not of work that calls the echo tier")
              .when((cell, ruling) ->
                  cell.work().echoSeconds().isPresent()
                      ? Optional.empty()
                      : Optional.of(hostBusy(cell.window(), ruling))));

  private WorkRules() {}

  private static Check outcome(Work work, CheckFactory ruling) {
    String message = work.outcome().id() + work.reason().map(why -> ": " + why).orElse("");
    Optional<Work.Outcome> predicted = work.prediction().outcome();
    if (predicted.isPresent()) {
      return isAsPredicted(predicted.get(), work)
          ? ruling.check(Verdict.PASS, 1, "as predicted, %s", message)
          : unexpected(work, predicted.get(), message, ruling);
    }
    return outcome(work, message, ruling);
  }

  /** Memory that runs out as predicted is that of threads: a full heap confirms nothing. */
  private static boolean isAsPredicted(Work.Outcome predicted, Work work) {
    return predicted == work.outcome()
        && (predicted != Work.Outcome.OUT_OF_MEMORY
            || work.reason().filter(why -> why.startsWith(Work.OF_THREADS)).isPresent());
  }

  /** A cell that was not run is no refutation of its prediction. */
  private static Check unexpected(
      Work work, Work.Outcome predicted, String message, CheckFactory ruling) {
    return work.outcome().wasRun()
        ? ruling.failed(
            "%s, where %s was predicted",
            message,
            predicted.id() + (predicted == Work.Outcome.OUT_OF_MEMORY ? " by its threads" : ""))
        : ruling.unmeasured("%s", message);
  }

  private static Check outcome(Work work, String message, CheckFactory ruling) {
    return switch (work.outcome()) {
      case COMPLETED -> ruling.check(Verdict.PASS, 1, "%s", message);
      case PREDICTED, REFUSED -> ruling.unmeasured("%s", message);
      case CRASHED, OUT_OF_MEMORY, REJECTED, TIMED_OUT, KILLED -> ruling.failed("%s", message);
    };
  }

  private static Check work(Work.Operations done, Optional<String> reason, CheckFactory ruling) {
    boolean balanced = done.submitted() == done.completed() + done.failed() + done.rejected();
    long missing = done.failed() + done.rejected() + done.wrong();
    return ruling.check(
        balanced && missing == 0 ? Verdict.PASS : Verdict.FAIL,
        (double) done.wrong(),
        "submitted %d = completed %d + failed %d + rejected %d; %d of %d passes with another"
            + " checksum than %d (the last had %d)%s",
        done.submitted(),
        done.completed(),
        done.failed(),
        done.rejected(),
        done.wrong(),
        done.passes(),
        done.checksumExpected(),
        done.checksum(),
        reason.map(why -> "; " + why).orElse(""));
  }

  private static Optional<Check> bound(MeasuredCell cell, CheckFactory ruling) {
    Work work = cell.work();
    return Bounds.of(work)
        .filter(bound -> bound.seconds() > 0)
        .flatMap(bound ->
            SuiteMetrics.seconds(work).map(seconds -> bound(work, bound, seconds, ruling)));
  }

  /** FAIL only below what no order of the items could beat. */
  private static Check bound(Work work, Bounds.Bound bound, double seconds, CheckFactory ruling) {
    double percent = 100 * seconds / bound.seconds();
    boolean impossible =
        ruling.atLeast(100 * seconds / bound.least(), "").verdict() == Verdict.FAIL;
    String meaning =
        impossible
            ? "; faster than its bound: work was left out, or the pool is not what it says"
            : seconds <= Bounds.EXPLAINED * bound.seconds()
                ? "; the bound explains it"
                : SuiteMetrics.overBoundMicros(work)
                    .map(more -> CheckFactory.text("; %.1f µs per operation more", more))
                    .orElse("");
    return ruling.check(
        impossible ? Verdict.FAIL : Verdict.PASS,
        percent,
        "%.1f ms, its bound %.1f ms: %s%s",
        seconds * MILLIS_PER_SECOND,
        bound.seconds() * MILLIS_PER_SECOND,
        bound.formula(),
        meaning);
  }

  private static Optional<Check> pool(MeasuredCell cell, CheckFactory ruling) {
    Implementation described =
        cell.plan().descriptor().implementations().get(cell.work().implementation());
    return cell.work()
        .cores()
        .filter(known -> described != null && !cell.work().waits().equals(ONE_BY_ONE))
        .map(cores -> pool(cell.work().threads(), described.pool().on(cores), ruling));
  }

  private static Check pool(
      Optional<Integer> threads, Optional<Integer> described, CheckFactory ruling) {
    boolean same = described.equals(threads);
    return new Check(
        ruling.name(),
        same ? Verdict.PASS : Verdict.WARN,
        threads.map(Integer::doubleValue),
        described.map(Integer::doubleValue),
        ruling.unit(),
        threads(threads) + (same ? "" : ", where its description says " + threads(described)));
  }

  private static String threads(Optional<Integer> limit) {
    return limit.map(count -> count + " threads").orElse("threads without a limit");
  }

  private static Check warmRuns(Work work, CheckFactory ruling) {
    List<Work.Run> runs =
        Stream.concat(work.runs(PhaseName.COLD), work.runs(PhaseName.WARM)).toList();
    String what = runs.size() + (work.engine() == Engine.JMH ? " iterations" : " runs") + " before";
    if (runs.isEmpty()) {
      return ruling.check(Verdict.WARN, 0, "the measured run was the first of its JVM: cold");
    }
    String missing = notWarm(work, runs);
    return ruling.check(
        missing.isEmpty() ? Verdict.PASS : Verdict.WARN, runs.size(), "%s%s", what, missing);
  }

  /** What those runs leave open; empty where they show that the JVM was warm. */
  private static String notWarm(Work work, List<Work.Run> runs) {
    Work.Run last = runs.getLast();
    if (work.engine() != Engine.JMH) {
      return last.operations() < work.size()
          ? ", with %,d of %,d items".formatted(last.operations(), work.size())
          : last.settled().orElse(true) ? "" : ", which did not settle within the warm-up";
    }
    if (runs.size() == 1) {
      return ", with which no other can be compared";
    }
    double change = 100 * (rate(last) / rate(runs.get(runs.size() - 2)) - 1);
    return Math.abs(change) < WARM_ITERATIONS_PERCENT
        ? ""
        : ", the last of them %+.0f %% in speed".formatted(change);
  }

  private static double rate(Work.Run run) {
    return (double) run.operations() / run.wallNs();
  }

  private static Check jit(MeasuredCell cell, CheckFactory ruling) {
    return cell.measurements()
        .get(Metrics.get("jit_percent"))
        .map(percent ->
            ruling.below(
                percent,
                "the JIT compilers used %.2f s of CPU in %.2f s",
                cell.window().jitCpuNs().orElseThrow() / NANOS_PER_SECOND,
                cell.window().windowNs() / NANOS_PER_SECOND))
        .orElseGet(() -> ruling.unmeasured("CPU of the JIT threads could not be read"));
  }

  private static Check gc(MeasuredCell cell, CheckFactory ruling) {
    return cell.measurements()
        .get(Metrics.get("gc_percent"))
        .map(percent ->
            ruling.below(
                percent,
                "collections took %d ms of %.2f s",
                cell.window().gcMs().orElseThrow(),
                cell.window().windowNs() / NANOS_PER_SECOND))
        .orElseGet(() ->
            ruling.unmeasured(
                "no length of pauses: of ZGC and Shenandoah, whose work is not in them, none is"
                    + " counted"));
  }

  private static Optional<Check> heapRoom(MeasuredCell cell, CheckFactory ruling) {
    return cell.work()
        .most(Work.Run::heapAfterGcBytes)
        .flatMap(left ->
            cell.work()
                .heapBytes()
                .map(heap ->
                    ruling.below(
                        100.0 * left / heap,
                        "%.0f MiB were left after a collection, of %.0f",
                        (double) left / BYTES_PER_MIB,
                        (double) heap / BYTES_PER_MIB)));
  }

  private static Check hostBusy(Work.Window window, CheckFactory ruling) {
    if (window.cpuNs().isEmpty() || !window.host().wasRead()) {
      return ruling.unmeasured("CPU of the host or of the worker could not be read");
    }
    if (!HostMetrics.isLongEnough(window.windowNs())) {
      return ruling.doesNotApply(TierRules.TOO_SHORT);
    }
    double others = Math.max(0, window.host().busyNs() - window.cpuNs().get());
    double all = (double) window.windowNs() * window.host().cores();
    return ruling.below(
        100 * others / all,
        "other processes used %.2f s of CPU in %.2f s",
        others / NANOS_PER_SECOND,
        window.windowNs() / NANOS_PER_SECOND);
  }
}
