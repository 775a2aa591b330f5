package dev.tierbench.harness.live;

import dev.tierbench.run.Tier;
import dev.tierbench.run.protocol.LiveState;
import java.util.EnumMap;
import java.util.Map;

/**
 * Sums over all seconds of a program.
 *
 * @param ok requests
 * @param failed requests
 */
record LiveTotals(long ok, long failed, Map<Tier, Double> cpuSeconds) {

  static final LiveTotals NONE = new LiveTotals(0, 0, Map.of());

  LiveTotals {
    cpuSeconds = Map.copyOf(cpuSeconds);
  }

  LiveTotals with(LiveState.Second second) {
    Map<Tier, Double> sums = new EnumMap<>(Tier.class);
    sums.putAll(cpuSeconds);
    for (LiveState.TierCpu tier : second.cpu()) {
      tier.cpuSeconds().ifPresent(used -> sums.merge(tier.tier(), used, Double::sum));
    }
    return new LiveTotals(ok + second.requests().ok(), failed + second.requests().failed(), sums);
  }
}
