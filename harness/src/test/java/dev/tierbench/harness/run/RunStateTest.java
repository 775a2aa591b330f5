package dev.tierbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.Plans;
import dev.tierbench.metrics.Measurements;
import dev.tierbench.rules.Limits;
import dev.tierbench.rules.Rules;
import dev.tierbench.run.LatencyGoal;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Manifest.State;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.plan.RatePlan;
import dev.tierbench.run.record.Checks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A search of the highest rate, whose steps no plan names. */
class RunStateTest {

  private static final String TOMCAT = "tomcat-platform";

  @TempDir private Path root;

  private static HttpPlan search() {
    HttpPlan plan =
        Plans.sweep(
            List.of(TOMCAT),
            List.of(5),
            new Plan.Pinning("off", Map.of(), ""),
            Map.of(TOMCAT, 8_082, "echo", 8_081),
            Map.of());
    return plan.with(next ->
        next.levels(List.of())
            .rates(
                Optional.of(
                    new RatePlan(
                        List.of(),
                        List.of(),
                        Optional.of(new LatencyGoal("p99", 100)),
                        "constant",
                        100,
                        Optional.empty(),
                        Map.of(TOMCAT, 1_000.0)))));
  }

  private RunFolder.Step step(int rate) {
    return new RunFolder(root)
        .trial(search().order().getFirst().name())
        .step(Parameters.rate(rate));
  }

  private void judge(int rate, String check, Verdict verdict) {
    Checks.Check found =
        new Checks.Check(check, verdict, Optional.empty(), Optional.empty(), "", "said so");
    RunJson.write(step(rate).checks(), Checks.of("rules", List.of(found)));
    RunJson.write(
        step(rate).measurements(),
        new Measurements(
            Measurements.SCHEMA, Map.of("latency_p99_ms", 60.0), Map.of(), Optional.empty()));
  }

  private State state() throws IOException {
    return RunState.of(new RunFolder(root), search());
  }

  @Test
  void aRateThatOverloadsTheServerIsAnAnswerAndNoFailure() throws IOException {
    judge(700, "rate_ratio", Verdict.PASS);
    judge(900, "rate_ratio", Verdict.FAIL);
    assertThat(state()).isEqualTo(State.COMPLETE);
  }

  @Test
  void aSearchWithoutAnAnswerFailed() throws IOException {
    judge(700, Rules.HOST_SPEED, Verdict.FAIL);
    assertThat(state()).isEqualTo(State.FAILED);
  }

  @Test
  void aServerThatEndsInTheSearchIsAFailure() throws IOException {
    judge(700, "rate_ratio", Verdict.PASS);
    RunJson.write(step(900).checks(), Rules.fault(Limits.DEFAULT, "server exited with code 3"));
    assertThat(state()).isEqualTo(State.FAILED);
  }

  @Test
  void aSearchThatWasNotBegunIsPartial() throws IOException {
    assertThat(state()).isEqualTo(State.PARTIAL);
  }
}
