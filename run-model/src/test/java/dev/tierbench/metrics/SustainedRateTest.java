package dev.tierbench.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.LatencyGoal;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.record.Checks;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SustainedRateTest {

  private static final LatencyGoal GOAL = new LatencyGoal("p99", 100);

  private static Optional<Boolean> kept(double p99, String check, Verdict verdict) {
    return kept(p99, List.of(check), verdict);
  }

  private static Optional<Boolean> kept(double p99, List<String> names, Verdict verdict) {
    Checks checks =
        Checks.of(
            "rules",
            names.stream()
                .map(name ->
                    new Checks.Check(
                        name, verdict, Optional.empty(), Optional.empty(), "", "message"))
                .toList());
    Measurements values =
        new Measurements(
            Measurements.SCHEMA, Map.of("latency_p99_ms", p99), Map.of(), Optional.empty());
    return SustainedRate.isKept(GOAL, values, checks);
  }

  @Test
  void aValidStepKeepsTheLatencyUpToItsLimit() {
    assertThat(kept(100, "trend", Verdict.WARN)).contains(true);
    assertThat(kept(100.1, "trend", Verdict.PASS)).contains(false);
  }

  @Test
  void anOverloadedServerMissesItWhateverItsLatency() {
    assertThat(kept(60, "rate_ratio", Verdict.FAIL)).contains(false);
  }

  @Test
  void whatFailedRequestsMakeFailIsOverloadToo() {
    assertThat(kept(60, List.of("failed_requests", "handled", "traced_requests"), Verdict.FAIL))
        .contains(false);
    assertThat(kept(60, "handled", Verdict.FAIL)).isEmpty();
  }

  @Test
  void aStepThatFailedOtherwiseSaysNothing() {
    assertThat(kept(60, "stall", Verdict.FAIL)).isEmpty();
    assertThat(kept(600, "helper_cores", Verdict.FAIL)).isEmpty();
  }

  @Test
  void aPercentileAmongFailedRequestsIsMissed() {
    LatencyGoal goal = new LatencyGoal("p99.9", 100);
    Checks passed = Checks.of("rules", List.of());
    assertThat(SustainedRate.isKept(goal, ended(99_900, 100), passed)).contains(false);
    assertThat(SustainedRate.isKept(goal, ended(99_901, 99), passed)).isEmpty();
    assertThat(SustainedRate.isKept(goal, ended(100_000, 0), passed)).isEmpty();
  }

  private static Measurements ended(double ok, double failed) {
    return new Measurements(
        Measurements.SCHEMA,
        Map.of("requests_ok", ok, "requests_failed", failed),
        Map.of(),
        Optional.empty());
  }

  @Test
  void aRateAboveOneThatWasMissedDoesNotCount() {
    SustainedRate found =
        SustainedRate.of(new TreeMap<>(Map.of(100, true, 200, true, 210, false, 220, true)));
    assertThat(found.kept()).contains(200);
    assertThat(found.missed()).contains(210);
  }

  @Test
  void withoutAMissTheHighestIsALowerBound() {
    SustainedRate found = SustainedRate.of(new TreeMap<>(Map.of(100, true)));
    assertThat(found.kept()).contains(100);
    assertThat(found.missed()).isEmpty();
  }
}
