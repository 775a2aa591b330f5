package dev.tierbench.rules;

import static dev.tierbench.run.Verdict.FAIL;
import static dev.tierbench.run.Verdict.PASS;
import static dev.tierbench.run.Verdict.WARN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.metrics.HttpMetrics;
import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.Load;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.record.Checks;
import dev.tierbench.run.record.Checks.Check;
import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.ObservationBuilder;
import dev.tierbench.run.record.Pause;
import dev.tierbench.run.record.Tiers;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Steps whose generator reports less than ours, as wrk does. */
class OtherGeneratorRulesTest {

  private static final Load.Open RATE = new Load.Open(16_000, Load.Open.CONSTANT, Steps.N);

  /** What wrk reports of the sound phase. */
  private static LoadResult.Phase phase(long ok) {
    return Steps.bare(
        Steps.phase(ok, new LoadResult.Failed(0, 0, 0, 0, 0), 0, 50_000, List.of(), 1));
  }

  private static LoadResult load(Load model, LoadResult.Phase... phases) {
    return Steps.load(model, Steps.N, 0, phases)
        .with(next ->
            next.connections(
                    new LoadResult.Connections(
                        Steps.N, Optional.empty(), Optional.empty(), Optional.empty()))
                .environment(
                    new LoadResult.Environment(
                        GeneratorName.WRK,
                        "4.1.0",
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(1),
                        List.of())));
  }

  private static Checks checks(LoadResult load) {
    return Rules.check(Steps.step(load, Steps.tiers()), Limits.DEFAULT);
  }

  private static Check check(String name, LoadResult load) {
    return checks(load).named(name).orElseThrow();
  }

  private static Check closed(String name, long ok) {
    return check(name, load(new Load.Closed(Steps.N), phase(ok)));
  }

  private static Check open(String name, long ok) {
    return check(name, load(RATE, phase(ok)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"accounting", "connections", "trend", "generator_lag", "stall"})
  void whatTheGeneratorDoesNotReportIsNotMeasuredAndFailsNothing(String rule) {
    Check check = closed(rule, 160_000);
    Steps.assertNotMeasured(check);
  }

  @Test
  void aSoundStepOfAnotherGeneratorIsAWarnForWhatIsNotMeasuredAlone() {
    Checks checks = checks(load(new Load.Closed(Steps.N), phase(160_000)));
    assertThat(checks.verdict()).isEqualTo(WARN);
    assertThat(checks.checks())
        .filteredOn(check -> check.verdict() != PASS)
        .allSatisfy(check -> assertThat(check.value()).isEmpty());
    assertThat(checks.checks())
        .filteredOn(check -> check.verdict() == PASS)
        .extracting(Check::name)
        .contains("littles_law", "handled", "failed_requests", "echo_delay", "cpu");
  }

  /** 50 ms of 10 s: half a percent of the requests may be under way when the generator ends. */
  @Test
  void littlesLawAllowsForTheRequestsThatTheEndOfTheGeneratorCutsOff() {
    LoadResult.Phase whole = phase(160_000);
    assertThat(littlesLaw(whole.with(next -> next.throughputRps(15_700))).verdict())
        .isEqualTo(PASS);
    assertThat(littlesLaw(whole.with(next -> next.throughputRps(15_650).seconds(2))).verdict())
        .isEqualTo(WARN);
    assertThat(littlesLaw(whole.with(next -> next.throughputRps(15_000))).verdict())
        .isEqualTo(FAIL);
    assertThat(littlesLaw(whole.with(next -> next.throughputRps(17_000).seconds(0.5))).verdict())
        .describedAs("more in flight than there are connections")
        .isEqualTo(FAIL);
  }

  private static Check littlesLaw(LoadResult.Phase phase) {
    return check("littles_law", load(new Load.Closed(Steps.N), phase));
  }

  /** 160,000 are due, and 800 may be under way. */
  @Test
  void aRateIsJudgedByWhatWasAnsweredAsFarAsThatDecides() {
    assertThat(open("rate_ratio", 158_400).verdict()).isEqualTo(PASS);
    Steps.assertNotMeasured(open("rate_ratio", 158_000));
    assertThat(open("rate_ratio", 157_000).verdict()).isEqualTo(FAIL);
    LoadResult.Phase told =
        phase(158_000).with(next -> next.inFlightAtEnd(Optional.of(Steps.N / 2L)));
    assertThat(check("rate_ratio", load(RATE, told)).verdict())
        .describedAs("400 were in flight")
        .isEqualTo(PASS);
    Steps.assertNotMeasured(open("on_time", 160_000));
  }

  @Test
  void anEchoTierThatStoodStillFailsTheStepEvenSo() {
    Tiers.Echo sound = Steps.echo(160_000, 51_000);
    Tiers.Phase tiers =
        Steps.withEcho(
            Optional.of(
                new Tiers.Echo(
                    sound.count(),
                    sound.p50Us(),
                    sound.p99Us(),
                    sound.maxUs(),
                    Optional.of(new Pause(0.6, 2)),
                    sound.boundaryLagNs())));
    LoadResult load = load(new Load.Closed(Steps.N), phase(160_000));
    assertThat(Rules.check(Steps.step(load, tiers), Limits.DEFAULT).named("stall").orElseThrow())
        .satisfies(check -> assertThat(check.verdict()).isEqualTo(FAIL))
        .satisfies(check -> assertThat(check.message()).contains("echo tier stood still"));
  }

  @Test
  void failuresOfTheKindsThatItLooksForCount() {
    LoadResult.Failed failed =
        new LoadResult.Failed(
            Optional.of(400L),
            Optional.empty(),
            Optional.of(0L),
            Optional.of(100L),
            Optional.of(0L),
            Optional.empty());
    LoadResult.Phase phase = phase(159_500).with(next -> next.failed(failed));
    assertThat(check("failed_requests", load(new Load.Closed(Steps.N), phase)))
        .satisfies(check -> assertThat(check.verdict()).isEqualTo(FAIL))
        .satisfies(check -> assertThat(check.message()).contains("500 of 160000"));
  }

  @Test
  void aGeneratorThatCannotTellAStatusHasNotMeasuredThatNoneFailed() {
    LoadResult.Failed unknown =
        new LoadResult.Failed(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(0L),
            Optional.of(0L),
            Optional.empty());
    LoadResult.Phase phase = phase(160_000).with(next -> next.failed(unknown));
    Steps.assertNotMeasured(check("failed_requests", load(new Load.Closed(Steps.N), phase)));
  }

  @Test
  void theCountsOfTheTracerAreDividedByAllRequestsOfTheGenerator() {
    MeasuredStep longer = counted(11_000_000_000L);
    assertThat(HttpMetrics.tracedRequests(longer.records())).contains(160_000.0);
    assertThat(tracedWindow(longer).verdict()).isEqualTo(PASS);
    assertThat(tracedWindow(counted(9_000_000_000L)).verdict()).isEqualTo(FAIL);
  }

  private static Check tracedWindow(MeasuredStep step) {
    return Rules.check(step, Limits.DEFAULT).named("traced_window").orElseThrow();
  }

  /** A traced run of 10 s, in a window of the tracer's of that length. */
  private static MeasuredStep counted(long windowNs) {
    return Steps.step(
        load(new Load.Closed(Steps.N), phase(160_000), Steps.bare(Steps.traced(0))),
        Steps.tiersOf(Steps.tiers()),
        Optional.of(Steps.warmup(true)),
        Optional.of(ObservationBuilder.builder(Steps.OBSERVED).windowNs(windowNs).build()),
        Steps.PINNED);
  }

  @Test
  void aResultIsReadBackAsItWasWritten() {
    LoadResult load = load(RATE, phase(160_000));
    assertThat(RunJson.parse(RunJson.toJson(load), LoadResult.class)).isEqualTo(load);
    assertThat(RunJson.toJson(load))
        .contains("\"generator\" : \"wrk\"", "\"started\" : null", "\"established\" : null");
    assertThat(load.phase(PhaseName.MEASURE.id())).isPresent();
  }
}
