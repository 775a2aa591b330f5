package dev.tierbench.report.metric;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.folder.Trial;
import dev.tierbench.report.stats.Slope;
import dev.tierbench.run.Parameters;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What one more request that a server holds adds to its memory and its threads, by the valid steps
 * at three levels of concurrency or more.
 *
 * <p>A JVM gives little back to the host, and buffers of connections and threads stay in its heap:
 * a step counts when its JVM never held more requests before.
 *
 * @param residentKib resident memory, in KiB
 * @param heapKib reachable heap, in KiB; in a run without profiles of the JDK's recorder the heap
 *     after the collections of the windows, which leave old garbage
 */
public record WaiterMemory(
    String server, Optional<Slope> residentKib, Optional<Slope> heapKib, Optional<Slope> threads) {

  private static final double KIB_PER_MIB = 1_024;
  private static final String LIVE_HEAP = "live_heap_mib";

  /** The memory of every server; empty when the run has fewer than three levels. */
  public static List<WaiterMemory> of(Run run) {
    List<Parameters> levels = run.parameters(Parameters.CONCURRENCY);
    String heap = hasLiveHeap(run) ? LIVE_HEAP : "heap_after_gc_mib";
    return run.view().isOfCases() || levels.size() < Slope.LEAST_PLACES
        ? List.of()
        : run.subjects().stream()
            .map(server ->
                new WaiterMemory(
                    server,
                    slope(run, server, "rss_mib", KIB_PER_MIB),
                    slope(run, server, heap, KIB_PER_MIB),
                    slope(run, server, "threads", 1)))
            .filter(memory -> memory.residentKib().isPresent() || memory.heapKib().isPresent())
            .toList();
  }

  private static boolean hasLiveHeap(Run run) {
    Metric live = Metrics.get(LIVE_HEAP);
    return run.subjects().stream()
        .flatMap(server -> run.trials(server).stream())
        .flatMap(trial -> trial.steps().stream())
        .anyMatch(step -> step.value(live).isPresent());
  }

  private static Optional<Slope> slope(Run run, String server, String id, double unit) {
    Metric metric = Metrics.get(id);
    return Slope.of(
        run.trials(server).stream()
            .flatMap(trial ->
                trial.steps().stream()
                    .filter(Step::isValid)
                    .filter(step -> isMostYet(trial, step))
                    .flatMap(step -> point(step, metric, unit)))
            .toList());
  }

  private static boolean isMostYet(Trial trial, Step step) {
    Optional<Integer> level = step.parameters().number(Parameters.CONCURRENCY);
    return trial
        .warmup()
        .flatMap(warmup -> warmup.mostBefore(step.parameters()))
        .filter(most -> level.isPresent() && level.get() >= most)
        .isPresent();
  }

  private static Stream<Slope.Point> point(Step step, Metric metric, double unit) {
    return step.parameters().number(Parameters.CONCURRENCY).stream()
        .flatMap(level ->
            step.value(metric).stream().map(value -> new Slope.Point(level, unit * value)));
  }
}
