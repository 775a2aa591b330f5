package dev.tierbench.run.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.metrics.HttpMetrics;
import dev.tierbench.metrics.Measurements;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.metrics.RoleCounts;
import dev.tierbench.rules.Steps;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Tier;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A step of two windows of 10 s: 16,000 and 8,000 requests a second, 2 s and 4 s of CPU. */
class HttpStepTest {

  private static HttpStep step(LoadResult.Phase phase, Tiers.Phase... used) {
    return new HttpStep(Steps.load(phase), Steps.tiersOf(used), Optional.empty(), Optional.empty());
  }

  private static Tiers.Phase used(long cpuNs) {
    return Steps.withTier(Tier.SERVER, usage -> usage.withCpuNs(Optional.of(cpuNs)));
  }

  @Test
  void eachWindowHasItsOwnValues() {
    LoadResult.Phase first = Steps.phase();
    LoadResult.Phase second =
        first.with(
            next -> next.ok(80_000).started(Optional.of(80_000L + Steps.N)).throughputRps(8_000));
    HttpStep step =
        step(
            first.with(next -> next.windows(List.of(first, second))),
            used(2_000_000_000L),
            used(4_000_000_000L));
    List<Measurements> windows =
        step.windows(PhaseName.MEASURE).stream()
            .map(window -> HttpMetrics.measure(window, RoleCounts.NONE))
            .toList();
    assertThat(windows)
        .extracting(values -> values.get(Metrics.THROUGHPUT).orElseThrow())
        .containsExactly(16_000.0, 8_000.0);
    assertThat(windows)
        .extracting(values -> values.get(Metrics.CPU).orElseThrow())
        .containsExactly(12.5, 50.0);
  }

  @Test
  void aPhaseThatWasNotInterruptedHasNoWindows() {
    assertThat(step(Steps.phase(), Steps.tiers()).windows(PhaseName.MEASURE)).isEmpty();
  }
}
