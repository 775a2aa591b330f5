package dev.tierbench.harness.live;

import dev.tierbench.run.LiveState;
import dev.tierbench.run.Tier;
import dev.tierbench.run.Verdict;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** Sums over all seconds and steps of a program. Not thread-safe. */
final class LiveTotals {

  private final Map<Verdict, Long> steps = new EnumMap<>(Verdict.class);
  private final Map<Tier, Double> cpuSeconds = new EnumMap<>(Tier.class);
  private long ok;
  private long failed;

  /**
   * The sums at an instant.
   *
   * @param last second, unless it is old
   */
  record Reading(
      String run,
      Optional<LiveState.Position> position,
      Optional<LiveState.Second> last,
      boolean ended,
      Map<Verdict, Long> steps,
      Map<Tier, Double> cpuSeconds,
      long ok,
      long failed) {
    Reading {
      steps = Map.copyOf(steps);
      cpuSeconds = Map.copyOf(cpuSeconds);
    }
  }

  void add(LiveState.Second second) {
    ok += second.requests().ok();
    failed += second.requests().failed();
    for (LiveState.TierCpu tier : second.cpu()) {
      tier.cpuSeconds().ifPresent(used -> cpuSeconds.merge(tier.tier(), used, Double::sum));
    }
  }

  void add(LiveState.Result result) {
    steps.merge(result.verdict(), 1L, Long::sum);
  }

  Reading read(
      String run,
      Optional<LiveState.Position> position,
      Optional<LiveState.Second> last,
      boolean ended) {
    return new Reading(run, position, last, ended, steps, cpuSeconds, ok, failed);
  }
}
