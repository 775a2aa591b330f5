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
import dev.tierbench.run.record.Tiers;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
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

  private static LoadResult load(LoadResult.Phase overload, LoadResult.Phase recovery) {
    return Steps.load(OPEN, Steps.N, 0, phase(PhaseName.MEASURE, 50, 52), overload, recovery);
  }

  private static MeasuredStep step(LoadResult.Phase overload, LoadResult.Phase recovery) {
    return Steps.step(load(overload, recovery), Steps.tiers());
  }

  private static MeasuredStep step(LoadResult.Phase overload, double... after) {
    return step(overload, phase(PhaseName.RECOVERY, after));
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
    assertThat(back.message())
        .contains(
            "(52.0 ms)", "(16000 in a second)", "those of before from the end of second 3 on");
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
    assertThat(not.message())
        .contains("did not come back to 52.0 ms", "it was 1300.0 ms with 16000 in the last one");
  }

  @Test
  void aServerThatStillRejectsHasNotRecovered() {
    MeasuredStep rejecting = step(overload(UnaryOperator.identity()), answering(1_600, 1_600));
    assertThat(rejecting.measurements().get(Metrics.get("recovery_s"))).isEmpty();
    Check not = check("recovery", rejecting);
    Steps.assertNotMeasured(not);
    assertThat(not.message())
        .contains("52.0 ms with 16000 correct answers", "it was 51.0 ms with 1600 in the last one");
    assertThat(recovery(answering(1_600, 14_400, 16_000))).contains(2.0);
    assertThat(recovery(answering(16_000, 14_000, 16_000))).contains(3.0);
    assertThat(recovery(phase(PhaseName.RECOVERY, 51).withOkPerSecond(Optional.empty()))).isEmpty();
  }

  /** Seconds with the latency of before and so many correct answers. */
  private static LoadResult.Phase answering(Integer... ok) {
    return phase(PhaseName.RECOVERY, Stream.of(ok).mapToDouble(any -> 51).toArray())
        .withOkPerSecond(Optional.of(Stream.of(ok).map(Integer::longValue).toList()));
  }

  private static Optional<Double> recovery(LoadResult.Phase phase) {
    return step(overload(UnaryOperator.identity()), phase)
        .measurements()
        .get(Metrics.get("recovery_s"));
  }

  private static LoadResult.Phase failing(LoadResult.Phase phase, LoadResult.Failed failed) {
    return phase.with(next ->
        next.failed(failed)
            .started(phase.started().map(started -> started + failed.total()))
            .goodput(Optional.of(new LoadResult.Goodput(1, 120_000))));
  }

  @Test
  void whatAServerDidInTheOverloadIsCounted() {
    LoadResult.Phase rejecting =
        overload(phase -> failing(phase, new LoadResult.Failed(40_000, 0, 0, 0, 0)));
    Measurements values = step(rejecting, 50).measurements();
    assertThat(values.get(Metrics.get("overload_goodput_rps"))).contains(12_000.0);
    assertThat(values.get(Metrics.get("overload_wait_s"))).contains(2.5);
    assertThat(
            step(phase(PhaseName.OVERLOAD), 50)
                .measurements()
                .get(Metrics.get("overload_goodput_rps")))
        .as("without a deadline")
        .isEmpty();
  }

  private static List<Optional<Double>> rejectedAndTimedOut(
      LoadResult.Failed during, LoadResult.Failed after) {
    Measurements values =
        step(
                overload(phase -> failing(phase, during)),
                failing(phase(PhaseName.RECOVERY, 50), after))
            .measurements();
    return Stream.of("overload_rejected_percent", "overload_timed_out_percent")
        .map(id -> values.get(Metrics.get(id)))
        .toList();
  }

  /** The time-out of the generator may be longer than the overload. */
  @Test
  void whatFailsAfterTheOverloadCountsAndA504IsATimeOut() {
    assertThat(
            rejectedAndTimedOut(
                new LoadResult.Failed(40_000, 0, 0, 0, 0, 4_000),
                new LoadResult.Failed(0, 0, 0, 0, 40_000)))
        .containsExactly(Optional.of(9.0), Optional.of(11.0));
  }

  @Test
  void aRecordThatDoesNotTell504ApartHasNeitherShareUnlessNoStatusWasWrong() {
    assertThat(rejectedAndTimedOut(untold(40_000), untold(0)))
        .containsExactly(Optional.empty(), Optional.empty());
    assertThat(rejectedAndTimedOut(untold(0), new LoadResult.Failed(0, 0, 0, 0, 80_000)))
        .containsExactly(Optional.of(0.0), Optional.of(20.0));
  }

  private static LoadResult.Failed untold(long status) {
    return new LoadResult.Failed(
        Optional.of(status),
        Optional.of(0L),
        Optional.of(0L),
        Optional.of(0L),
        Optional.of(0L),
        Optional.empty());
  }

  private static List<Optional<Double>> percentiles(UnaryOperator<LoadResult.Phase> change) {
    Measurements values = step(overload(change), 50).measurements();
    return Stream.of("overload_p50_ms", "overload_p99_ms")
        .map(id -> values.get(Metrics.get(id)))
        .toList();
  }

  /** A run that answers 160,000 and has 800 in flight at its end: half of a percent. */
  @Test
  void aPercentileOfTheOverloadIsOneOfAllThatWereDue() {
    Optional<Double> known = Optional.of(50.0);
    assertThat(percentiles(UnaryOperator.identity())).containsExactly(known, known);
    assertThat(percentiles(phase -> phase.withUnsent(Optional.of(1_000L))))
        .containsExactly(known, Optional.empty());
    assertThat(percentiles(phase -> failing(phase, new LoadResult.Failed(1_000, 0, 0, 0, 0))))
        .containsExactly(known, Optional.empty());
    assertThat(percentiles(phase -> phase.withUnsent(Optional.of(160_000L))))
        .containsExactly(Optional.empty(), Optional.empty());
    assertThat(percentiles(phase -> phase.withUnsent(Optional.empty())))
        .containsExactly(Optional.empty(), Optional.empty());
  }

  /**
   * A step whose requests waited for a connection, with cores that were as busy in the overload.
   */
  private static Check waiting(double rps, long busyPercent) {
    LoadResult.Phase queued =
        overload(
            phase -> phase.with(next -> next.unsent(Optional.of(160_000L)).throughputRps(rps)));
    Tiers.Phase meanwhile =
        Steps.tiers()
            .with(next -> next.name(PhaseName.OVERLOAD.id()).host(Steps.host(busyPercent)));
    return check(
        "overload",
        Steps.step(
            load(queued, phase(PhaseName.RECOVERY, 50)),
            Steps.tiersOf(Steps.tiers(), meanwhile),
            Optional.of(Steps.warmup(true)),
            Optional.empty(),
            Steps.PINNED));
  }

  /** 800 connections at the 50 ms of before answer 16,000 requests a second. */
  @Test
  void anOverloadThatOnlyTookAllConnectionsFails() {
    Check bound = waiting(15_000, 12);
    assertThat(bound.verdict()).isEqualTo(FAIL);
    assertThat(bound.message())
        .contains("the 800 connections of the generator were all busy", "its cores 12 % busy");
    assertThat(waiting(15_000, 95).verdict()).as("the server was busy too").isEqualTo(PASS);
    assertThat(waiting(4_000, 12).verdict()).as("a pool of 200 threads").isEqualTo(PASS);
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
