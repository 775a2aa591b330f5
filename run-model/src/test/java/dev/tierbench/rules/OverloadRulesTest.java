package dev.tierbench.rules;

import static dev.tierbench.run.Verdict.FAIL;
import static dev.tierbench.run.Verdict.PASS;
import static dev.tierbench.run.Verdict.WARN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.metrics.Measurements;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.run.Load;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.record.Checks.Check;
import dev.tierbench.run.record.LoadResult;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class OverloadRulesTest {

  private static final Load OPEN = new Load.Open(16_000, Load.Open.CONSTANT, Steps.N);

  private static LoadResult.Phase phase(PhaseName name, double... medianMillis) {
    return Steps.scheduled(1, 0)
        .withName(name.id())
        .withMedianUsPerSecond(
            Optional.of(
                DoubleStream.of(medianMillis)
                    .mapToObj(millis ->
                        millis < 0 ? Optional.<Double>empty() : Optional.of(millis * 1_000))
                    .toList()));
  }

  /** Half as many answers as are offered. */
  private static LoadResult.Phase overload(UnaryOperator<LoadResult.Phase> change) {
    LoadResult.Phase sound = phase(PhaseName.OVERLOAD, 500, 1_500);
    return change.apply(
        sound.with(next -> next.rateRatio(Optional.of(0.5)).maxScheduleLagUs(Optional.of(2.5e6))));
  }

  private static MeasuredStep step(LoadResult.Phase overload, double... after) {
    return Steps.step(
        Steps.load(
            OPEN,
            Steps.N,
            0,
            phase(PhaseName.MEASURE, 50, 52),
            overload,
            phase(PhaseName.RECOVERY, after)),
        Steps.tiers());
  }

  private static Check check(String name, MeasuredStep step) {
    return Rules.check(step, Limits.DEFAULT).named(name).orElseThrow();
  }

  private static Measurements values(double... after) {
    return step(overload(UnaryOperator.identity()), after).measurements();
  }

  @Test
  void latencyIsThatOfBeforeOnceNoLaterSecondIsMoreThanATenthHigher() {
    assertThat(values(900, 300, 57, 51).get(Metrics.get("recovery_s"))).contains(3.0);
    assertThat(values(51, 300, 52).get(Metrics.get("recovery_s")))
        .as("a relapse counts")
        .contains(3.0);
    assertThat(values(57, 52).get(Metrics.get("recovery_s")))
        .as("in the first second")
        .contains(1.0);
    Check back = check("recovery", step(overload(UnaryOperator.identity()), 900, 300, 57, 51));
    assertThat(back.verdict()).isEqualTo(PASS);
    assertThat(back.message()).contains("that of before (52.0 ms) from the end of second 3 on");
  }

  @Test
  void aServerThatDoesNotRecoverHasNoTimeToRecovery() {
    double[] rising = {900, 1_100, 1_300};
    assertThat(values(rising).get(Metrics.get("recovery_s"))).isEmpty();
    assertThat(values(900, -1).get(Metrics.get("recovery_s")))
        .as("a second without answers")
        .isEmpty();
    Check not = check("recovery", step(overload(UnaryOperator.identity()), rising));
    Steps.assertNotMeasured(not);
    assertThat(not.message()).contains("did not come back to 52.0 ms", "1300.0 ms in the last");
  }

  @Test
  void whatAServerDidInTheOverloadIsCounted() {
    LoadResult.Phase rejecting =
        overload(phase ->
            phase.with(next ->
                next.failed(new LoadResult.Failed(30_000, 0, 0, 0, 10_000))
                    .started(phase.started().map(started -> started + 40_000))
                    .goodput(Optional.of(new LoadResult.Goodput(1, 120_000)))));
    Measurements values = step(rejecting, 50).measurements();
    assertThat(values.get(Metrics.get("overload_goodput_rps"))).contains(12_000.0);
    assertThat(values.get(Metrics.get("overload_rejected_percent"))).contains(15.0);
    assertThat(values.get(Metrics.get("overload_timed_out_percent"))).contains(5.0);
    assertThat(values.get(Metrics.get("overload_wait_s"))).contains(2.5);
    assertThat(
            step(phase(PhaseName.OVERLOAD), 50)
                .measurements()
                .get(Metrics.get("overload_goodput_rps")))
        .as("without a deadline")
        .isEmpty();
  }

  @Test
  void aServerThatKeptUpWasNotOverloaded() {
    assertThat(check("overload", step(overload(UnaryOperator.identity()), 50)).verdict())
        .isEqualTo(PASS);
    Check kept =
        check("overload", step(overload(phase -> phase.withRateRatio(Optional.of(1.0))), 50));
    assertThat(kept.verdict()).isEqualTo(WARN);
    assertThat(kept.message()).endsWith("what it does in an overload is not seen");
  }

  @Test
  void aGeneratorThatWasLateItselfIsBlamed() {
    Check late =
        check(
            "overload_generator",
            step(overload(phase -> phase.withLateWithConnectionRatio(Optional.of(0.2))), 50));
    assertThat(late.verdict()).isEqualTo(FAIL);
    assertThat(late.message()).endsWith("the generator was overloaded itself");
  }

  @Test
  void aStepWithoutAnOverloadHasNoneOfIt() {
    MeasuredStep plain =
        Steps.step(Steps.load(OPEN, Steps.N, 0, phase(PhaseName.MEASURE, 50)), Steps.tiers());
    assertThat(Rules.check(plain, Limits.DEFAULT).checks())
        .extracting(Check::name)
        .doesNotContainAnyElementsOf(Arrays.asList("overload", "overload_generator", "recovery"));
    assertThat(List.of("overload_p50_ms", "recovery_s", "overload_rss_mib"))
        .allSatisfy(id -> assertThat(plain.measurements().get(Metrics.get(id))).isEmpty());
  }
}
