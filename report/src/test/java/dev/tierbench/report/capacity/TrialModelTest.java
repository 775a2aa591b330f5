package dev.tierbench.report.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tierbench.run.Tier;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class TrialModelTest {

  private static MeasuredLevel level(
      int concurrency, double throughput, double mean, double busy, double micros) {
    return new MeasuredLevel(
        concurrency,
        throughput,
        mean,
        busy,
        Map.of(Tier.SERVER, micros, Tier.ECHO, 25.0, Tier.LOADGEN, 15.0));
  }

  /** Medians of tomcat-platform on one core, of a sweep on 22 November 2026. */
  private static final MeasuredTrial TOMCAT =
      new MeasuredTrial(
          "01-tomcat-platform",
          1,
          50.1,
          List.of(
              level(200, 3_928, 50.9, 0.50, 128),
              level(600, 10_228, 58.7, 1, 97),
              level(1_000, 10_324, 96.8, 1, 97),
              level(1_400, 10_437, 133.6, 1, 96),
              level(1_800, 10_083, 178.2, 1, 99),
              level(2_200, 10_313, 213.7, 1, 97),
              level(2_600, 10_051, 259.2, 1, 99)),
          Map.of("poller", 5.0));

  private static TrialModel model(int cores) {
    return model(cores, Optional.empty());
  }

  private static TrialModel model(int cores, Optional<Pool> pool) {
    return new TrialModel(TOMCAT, new TrialModel.Machine(cores, Set.of(), 1, pool));
  }

  @Test
  void aMeasuredSweepIsReproducedOnItsOwnCore() {
    assertThat(
            FitError.of(
                new MeasuredServer("tomcat-platform", List.of(TOMCAT), Optional.empty(), true)))
        .hasSize(7)
        .allSatisfy(error -> assertThat(error.relative()).isCloseTo(0, within(0.05)))
        .noneMatch(FitError::isTooLarge);
    assertThat(model(1).at(2_600).p50Millis()).isCloseTo(262, Percentage.withPercentage(5));
  }

  /** tomcat-platform on one core with cpu=2ms: a constant time of CPU after a constant wait. */
  @Test
  void requestsInStepAreNamedAsWhatTheModelMisses() {
    MeasuredTrial inStep =
        new MeasuredTrial(
            "01-tomcat-platform",
            1,
            50.2,
            List.of(level(4, 66.6, 59.9, 0.17, 2_550), level(32, 277, 115, 0.62, 2_250)),
            Map.of());
    List<FitError> errors =
        FitError.of(new MeasuredServer("tomcat-platform", List.of(inStep), Optional.empty(), true));
    assertThat(errors).allMatch(error -> Math.abs(error.inStep()) < 0.1);
    FitError worst = FitError.worst(errors).orElseThrow();
    assertThat(worst.concurrency()).isEqualTo(32);
    assertThat(worst.description()).contains("at 32 concurrent (-5 % if the requests run in step");
    assertThat(
            FitError.of(
                new MeasuredServer("tomcat-platform", List.of(TOMCAT), Optional.empty(), true)))
        .noneMatch(error -> error.description().contains("in step"));
  }

  @Test
  void capacityGrowsWithTheCoresUntilOneThreadIsBusy() {
    assertThat(model(8).saturationRps()).isCloseTo(8 * 1e6 / 97, within(1.0));
    assertThat(model(8).bottleneck()).isEqualTo("the cores");
    assertThat(model(32).saturationRps()).isCloseTo(200_000, within(1.0));
    assertThat(model(32).bottleneck()).isEqualTo("the one poller thread");
  }

  @Test
  void theKneeIsWhereTheAsymptotesCross() {
    double unloaded = (50.1 + 0.128) * 1e-3;
    assertThat(model(8).knee()).isCloseTo(8 * 1e6 / 97 * unloaded, within(1e-6));
  }

  @Test
  void aPoolKeepsRequestsWaitingWithoutCores() {
    Pool pool = new Pool("max_threads", 200);
    TrialModel limited = model(8, Optional.of(pool));
    assertThat(limited.bottleneck()).isEqualTo("max_threads = 200");
    assertThat(limited.saturationRps()).isCloseTo(200 / 0.0503, Percentage.withPercentage(0.5));
    TrialModel.Predicted crowded = limited.at(800);
    assertThat(800 / crowded.throughputRps() * 1e3)
        .isCloseTo(4 * 50.2, Percentage.withPercentage(0.5));
    assertThat(crowded.p50Millis()).isCloseTo(4 * 50.2, Percentage.withPercentage(0.5));
  }

  @Test
  void tiersOnTheSameCoresCostThemTheirCpuToo() {
    TrialModel.Machine shared =
        new TrialModel.Machine(2, Set.of(Tier.ECHO, Tier.LOADGEN), 1, Optional.empty());
    assertThat(new TrialModel(TOMCAT, shared).saturationRps())
        .isCloseTo(2 * 1e6 / (97 + 25 + 15), within(1.0));
  }

  @Test
  void aLevelThatKeepsTheCoresHalfBusyCostsWhatSuchALevelWasMeasuredToCost() {
    TrialModel.Predicted half = model(8).at(1_600);
    assertThat(half.utilisation()).isCloseTo(0.5, within(0.01));
    assertThat(half.throughputRps()).isCloseTo(1_600 / 0.0502, Percentage.withPercentage(0.5));
    assertThat(half.p50Millis()).isCloseTo(50.2, Percentage.withPercentage(0.5));
  }

  @Test
  void demandIsLinearBetweenLevelsAndConstantBeyond() {
    Demand demand = Demand.of(TOMCAT.levels(), at -> at.cpuMicros().get(Tier.SERVER));
    assertThat(demand.at(0)).isEqualTo(128);
    assertThat(demand.at(0.75)).isCloseTo((128 + 97) / 2.0, within(1e-9));
    assertThat(demand.at(1)).isEqualTo(97);
  }

  @Test
  void measuredSaturationIsTheMedianBeyondTheKnee() {
    assertThat(TOMCAT.saturationRps()).contains(10_313.0);
    assertThat(TOMCAT.knee().orElseThrow()).isCloseTo(10_313 * 0.0509, within(1e-6));
  }
}
