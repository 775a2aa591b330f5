package dev.tierbench.harness.http.step;

import dev.tierbench.harness.http.step.ResourceSampler.CpuReading;
import dev.tierbench.harness.http.step.ResourceSampler.Watched;
import dev.tierbench.harness.http.tier.Child;
import dev.tierbench.harness.http.tier.RunningTier;
import dev.tierbench.run.LiveState;
import dev.tierbench.run.LoadEvent;
import dev.tierbench.run.Tier;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Tells each second of a load while it is under way: what the generator counted, and the CPU of
 * every tier since the second before. It samples when the generator tells of a second and never at
 * a boundary, after all others have heard of the event, so that the snapshots of a window do not
 * wait for it. Not thread-safe: it hears of events on one thread.
 */
final class SecondSampler implements LoadRun.Listener {

  private static final double NANOS_PER_SECOND = 1e9;

  private final ResourceSampler sampler;
  private final Consumer<LiveState.Second> seconds;
  private String trial = "";
  private String step = "";
  private Map<Watched, CpuReading> before = Map.of();

  SecondSampler(ResourceSampler sampler, Consumer<LiveState.Second> seconds) {
    this.sampler = sampler;
    this.seconds = seconds;
  }

  /** The loads from now on belong to that step. */
  void begins(String ofTrial, String ofStep) {
    trial = ofTrial;
    step = ofStep;
  }

  @Override
  public void on(Child loadgen, LoadEvent event) throws InterruptedException {
    on(loadgen, loadgen.others().size() + 1, event);
  }

  /**
   * @param generators that share the load
   */
  void on(RunningTier loadgen, int generators, LoadEvent event) throws InterruptedException {
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
  private void watch(RunningTier loadgen) throws InterruptedException {
    boolean watched =
        sampler.watched().stream()
            .anyMatch(process -> process.tier() == Tier.LOADGEN && process.pid() == loadgen.pid());
    if (!watched) {
      sampler.add(Tier.LOADGEN, Tier.LOADGEN.id(), loadgen);
    }
  }

  private List<LiveState.TierCpu> cpu() {
    Map<Watched, CpuReading> now = sampler.cpu();
    Map<Watched, CpuReading> earlier = before;
    before = now;
    return sampler.watched().stream()
        .map(process ->
            used(
                process,
                Optional.ofNullable(earlier.get(process)),
                Optional.ofNullable(now.get(process))))
        .toList();
  }

  /** Without a sample before, it is not known what was used since. */
  private static LiveState.TierCpu used(
      Watched process, Optional<CpuReading> from, Optional<CpuReading> to) {
    Optional<Double> used =
        from.flatMap(a -> to.map(b -> (b.cpuNs() - a.cpuNs()) / NANOS_PER_SECOND));
    Optional<Double> elapsed =
        from.flatMap(a -> to.map(b -> (b.nanoTime() - a.nanoTime()) / NANOS_PER_SECOND));
    return new LiveState.TierCpu(
        process.tier(),
        process.name(),
        used.flatMap(cpu -> elapsed.filter(time -> time > 0).map(time -> cpu / time)),
        used);
  }
}
