package dev.tierbench.loadgen.result;

import static dev.tierbench.run.Units.NANOS_PER_SECOND;

import dev.tierbench.loadgen.plan.LoadPlan;
import dev.tierbench.run.Load;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Adds the slices of all loops up: into the totals of their phase, and second by second for the
 * listeners. {@link #take} may be called by any loop; the rest is confined to one thread.
 */
public final class Collector {

  private final PhaseBoundaries boundaries;
  private final boolean open;
  private final int loops;
  private final List<RunListener> listeners;
  private final ConcurrentLinkedQueue<Slice> arrived = new ConcurrentLinkedQueue<>();
  private final Map<Long, List<Slice>> incomplete = new TreeMap<>();
  private final List<PhaseTotals> totals = new ArrayList<>();

  /** Creates a collector of the phases of {@code plan}. */
  public Collector(LoadPlan plan, PhaseBoundaries boundaries, List<RunListener> listeners) {
    this.boundaries = boundaries;
    loops = plan.loops();
    this.listeners = listeners;
    open = plan.load() instanceof Load.Open;
    plan.phases()
        .forEach(phase -> totals.add(new PhaseTotals(phase.name(), open, loops, plan.deadline())));
  }

  /** Takes a slice that a loop has sealed, on the thread of that loop. */
  public void take(Slice slice) {
    arrived.add(slice);
  }

  /** Returns the totals of all phases, in their order; {@link #collect} adds to them. */
  public List<PhaseTotals> totals() {
    return totals;
  }

  /**
   * Adds up the slices that have arrived, and tells the listeners of each second that is complete.
   */
  public void collect() {
    for (Slice slice = arrived.poll(); slice != null; slice = arrived.poll()) {
      totals.get(slice.phase).addSlice(slice);
      long start = slice.startNanos - boundaries.start(0);
      List<Slice> second = incomplete.computeIfAbsent(start, absent -> new ArrayList<>());
      second.add(slice);
      if (second.size() == loops) {
        incomplete.remove(start);
        publish(second);
      }
    }
  }

  private void publish(List<Slice> second) {
    Slice first = second.getFirst();
    long endNanos = second.stream().mapToLong(slice -> slice.endNanos).max().orElseThrow();
    if (endNanos == first.startNanos || boundaries.isIdle(first.phase)) {
      return; // the run was ended right at a cut, or nothing was to happen
    }
    Tally sum = new Tally(open);
    second.forEach(sum::add);
    if (endNanos - first.startNanos == PhaseBoundaries.MARK_NANOS) {
      totals.get(first.phase).addMedian(sum);
    }
    RunListener.Second values =
        new RunListener.Second(
            totals.get(first.phase).name,
            (first.startNanos - boundaries.start(0)) / NANOS_PER_SECOND,
            (endNanos - boundaries.start(0)) / NANOS_PER_SECOND,
            (endNanos - boundaries.start(first.phase)) / NANOS_PER_SECOND,
            sum);
    listeners.forEach(listener -> listener.second(values));
  }
}
