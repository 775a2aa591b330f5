package dev.tierbench.harness.http.window;

import static dev.tierbench.run.Units.NANOS_PER_SECOND;

import dev.tierbench.harness.http.drive.LoadListener;
import dev.tierbench.harness.http.sample.ResourceSampler;
import dev.tierbench.harness.http.sample.ResourceSampler.CpuReading;
import dev.tierbench.harness.http.sample.ResourceSampler.Watched;
import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.harness.tier.local.Child;
import dev.tierbench.run.Tier;
import dev.tierbench.run.protocol.LiveState;
import dev.tierbench.run.protocol.LoadEvent;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reports each second of a load while it is under way: what the generator counted, and the CPU of
 * every tier since the second before. It samples when the generator reports a second and never at a
 * boundary, after all others have received the event, so that the snapshots of a window do not wait
 * for it. Not thread-safe: it receives the events on one thread.
 */
public final class SecondSampler implements LoadListener {

  private final ResourceSampler sampler;
  private final Consumer<LiveState.Second> seconds;
  private String trial = "";
  private String step = "";
  private Map<Watched, CpuReading> before = Map.of();

  /** A sampler that hands each second to {@code seconds}. */
  public SecondSampler(ResourceSampler sampler, Consumer<LiveState.Second> seconds) {
    this.sampler = sampler;
    this.seconds = seconds;
  }

  /** Notes which step the loads from now on belong to. */
  public void begins(String ofTrial, String ofStep) {
    trial = ofTrial;
    step = ofStep;
  }

  @Override
  public void on(Child loadgen, LoadEvent event) throws IOException, InterruptedException {
    on(loadgen, loadgen.others().size() + 1, event);
  }

  /**
   * @param generators that share the load
   */
  void on(RunningTier loadgen, int generators, LoadEvent event)
      throws IOException, InterruptedException {
    if (event.event() == LoadEvent.Type.CONNECTED) {
      watch(loadgen);
      before = Map.of();
    } else if (event.event() == LoadEvent.Type.SECOND) {
      seconds.accept(
          new LiveState.Second(
              event.epochMs(),
              trial,
              step,
              event.phase().orElse(""),
              LiveState.Requests.of(event, generators),
              cpu()));
    }
  }

  /** The generator of a warm-up is in no record of the run, and nobody else watches it. */
  private void watch(RunningTier loadgen) throws IOException, InterruptedException {
    boolean watched =
        sampler.watched().stream()
            .anyMatch(process -> process.tier() == Tier.LOADGEN && process.pid() == loadgen.pid());
    if (!watched) {
      sampler.add(Tier.LOADGEN, Tier.LOADGEN.id(), loadgen, false);
    }
  }

  private List<LiveState.TierCpu> cpu() throws IOException, InterruptedException {
    Map<Watched, CpuReading> now = sampler.cpu();
    List<LiveState.TierCpu> used =
        sampler.watched().stream().map(process -> used(process, before, now)).toList();
    before = now;
    return used;
  }

  /** The cores that a process used since the sample before; unknown without one. */
  private static LiveState.TierCpu used(
      Watched process, Map<Watched, CpuReading> from, Map<Watched, CpuReading> to) {
    if (!from.containsKey(process) || !to.containsKey(process)) {
      return new LiveState.TierCpu(
          process.tier(), process.name(), Optional.empty(), Optional.empty());
    }
    CpuReading first = from.get(process);
    CpuReading last = to.get(process);
    double cpuSeconds = (last.cpuNs() - first.cpuNs()) / NANOS_PER_SECOND;
    double seconds = (last.nanoTime() - first.nanoTime()) / NANOS_PER_SECOND;
    return new LiveState.TierCpu(
        process.tier(),
        process.name(),
        seconds > 0 ? Optional.of(cpuSeconds / seconds) : Optional.empty(),
        Optional.of(cpuSeconds));
  }
}
