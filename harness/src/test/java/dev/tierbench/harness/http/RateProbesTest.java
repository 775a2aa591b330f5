package dev.tierbench.harness.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.http.plan.RateSearch;
import dev.tierbench.metrics.Measurements;
import dev.tierbench.rules.Limits;
import dev.tierbench.rules.Rules;
import dev.tierbench.run.LatencyGoal;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.record.Checks;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RateProbesTest {

  @TempDir private Path root;

  private RunFolder.Step step(int rate) {
    return new RunFolder(root).trial("01-a").step(Parameters.rate(rate));
  }

  private RateProbes probes() {
    return new RateProbes(
        new LatencyGoal("p99", 100), new RateSearch(1_000), new RunFolder(root).trial("01-a"));
  }

  private void judge(int rate, Verdict verdict) {
    Checks.Check check =
        new Checks.Check("rate_ratio", verdict, Optional.empty(), Optional.empty(), "", "said so");
    RunJson.write(step(rate).checks(), Checks.of("rules", List.of(check)));
    RunJson.write(
        step(rate).measurements(),
        new Measurements(
            Measurements.SCHEMA, Map.of("latency_p99_ms", 60.0), Map.of(), Optional.empty()));
  }

  private void fault(int rate) {
    RunJson.write(step(rate).checks(), Rules.fault(Limits.DEFAULT, "ended by signal 9"));
  }

  /** Also where the search has an answer already, which it lies outside of. */
  @Test
  void aStepThatEndedByAFaultBeforeIsMeasuredAgainOnce() {
    judge(700, Verdict.PASS);
    judge(735, Verdict.FAIL);
    fault(900);
    RateProbes probes = probes();
    assertThat(probes.next()).contains(Parameters.rate(900));
    fault(900);
    assertThat(probes.next()).isNotEqualTo(Optional.of(Parameters.rate(900)));
  }
}
