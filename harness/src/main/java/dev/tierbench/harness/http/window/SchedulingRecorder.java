package dev.tierbench.harness.http.window;

import dev.tierbench.harness.http.sample.ResourceSampler;
import dev.tierbench.observer.measured.ProcessState;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Tier;
import dev.tierbench.run.plan.Plan.Pinning;
import dev.tierbench.run.protocol.LoadEvent;
import dev.tierbench.run.record.Scheduling;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Records on which cores the kernel runs the threads of each tier, before and after windows. */
final class SchedulingRecorder {

  private final ResourceSampler sampler;
  private final Pinning pinning;
  private final Map<Tier, Scheduling> byTier = new EnumMap<>(Tier.class);

  SchedulingRecorder(ResourceSampler sampler, Pinning pinning) {
    this.sampler = sampler;
    this.pinning = pinning;
  }

  boolean isEmpty() {
    return byTier.isEmpty();
  }

  List<Scheduling> values() {
    return List.copyOf(byTier.values());
  }

  Optional<CpuList> coresAtStart(Tier tier) {
    return Optional.ofNullable(byTier.get(tier)).flatMap(Scheduling::coresAtStart);
  }

  /** Reads the state before a window: one file for each thread of every tier. */
  void read() throws IOException, InterruptedException {
    for (ResourceSampler.Watched process : sampler.watched()) {
      if (sampler.isMain(process)) {
        ProcessState now = sampler.state(process);
        byTier.put(
            process.tier(),
            new Scheduling(
                process.tier(),
                pinning.cores(process.tier()).map(CpuList::text),
                now.group(),
                now.threadsByCores(),
                Map.of(),
                Map.of()));
      }
    }
  }

  /** Reads the state after the measured or the traced window, which the checks look at. */
  void readAfter(LoadEvent event, Predicate<Tier> tiers) throws IOException, InterruptedException {
    if (event.ends(PhaseName.PROFILE)) {
      return;
    }
    boolean measured = event.ends(PhaseName.MEASURE);
    for (ResourceSampler.Watched process : sampler.watched()) {
      if (tiers.test(process.tier()) && sampler.isMain(process)) {
        Map<String, Integer> now = sampler.state(process).threadsByCores();
        byTier.computeIfPresent(
            process.tier(),
            (tier, before) ->
                new Scheduling(
                    tier,
                    before.planned(),
                    before.group(),
                    before.threadsAtStart(),
                    measured ? now : before.threadsAtEnd(),
                    measured ? Map.of() : now));
      }
    }
  }
}
