package dev.tierbench.loadgen;

import dev.tierbench.run.Load;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.HdrHistogram.Histogram;

/**
 * Adds the slices of all loops up: into the totals of their phase, and second by second for the
 * listeners. {@link #take} may be called by any loop; the rest is confined to one thread.
 */
final class Collector {

  private static final double NANOS_PER_SECOND = 1e9;

  private final PhaseBoundaries boundaries;
  private final int loops;
  private final List<RunListener> listeners;
  private final ConcurrentLinkedQueue<Slice> arrived = new ConcurrentLinkedQueue<>();
  private final Map<Long, List<Slice>> incomplete = new TreeMap<>();
  private final List<PhaseTotals> totals = new ArrayList<>();

  Collector(LoadPlan plan, PhaseBoundaries boundaries, List<RunListener> listeners) {
    this.boundaries = boundaries;
    loops = plan.loops();
    this.listeners = listeners;
    boolean open = plan.load() instanceof Load.Open;
    for (int i = 0; i < plan.phases().size(); i++) {
      totals.add(new PhaseTotals(plan.phases().get(i).name(), open, loops));
    }
  }

  void take(Slice slice) {
    arrived.add(slice);
  }

  List<PhaseTotals> totals() {
    return totals;
  }

  /** Adds up what has arrived. */
  void collect() {
    for (Slice slice = arrived.poll(); slice != null; slice = arrived.poll()) {
      totals.get(slice.phase).add(slice);
      List<Slice> second =
          incomplete.computeIfAbsent(
              slice.startNanos - boundaries.start(0), start -> new ArrayList<>());
      second.add(slice);
      if (second.size() == loops) {
        incomplete.remove(slice.startNanos - boundaries.start(0));
        publish(second);
      }
    }
  }

  private void publish(List<Slice> second) {
    Histogram serviceNanos = Slice.histogram();
    Histogram responseNanos = Slice.histogram();
    long ok = 0;
    long failed = 0;
    long endNanos = second.getFirst().endNanos;
    for (Slice slice : second) {
      serviceNanos.add(slice.serviceNanos);
      if (slice.responseNanos != null) {
        responseNanos.add(slice.responseNanos);
      }
      ok += slice.ok;
      failed += slice.failed.values().stream().mapToLong(Long::longValue).sum();
      endNanos = Math.max(endNanos, slice.endNanos);
    }
    Slice any = second.getFirst();
    if (endNanos == any.startNanos) {
      return; // the run was ended right at a cut
    }
    RunListener.Second values =
        new RunListener.Second(
            totals.get(any.phase).name(),
            (any.startNanos - boundaries.start(0)) / NANOS_PER_SECOND,
            (endNanos - boundaries.start(0)) / NANOS_PER_SECOND,
            (endNanos - boundaries.start(any.phase)) / NANOS_PER_SECOND,
            ok,
            failed);
    listeners.forEach(listener -> listener.second(values, serviceNanos, responseNanos));
  }
}
