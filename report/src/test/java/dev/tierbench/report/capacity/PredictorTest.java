package dev.tierbench.report.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tierbench.report.stats.Interval;
import dev.tierbench.report.stats.ScalabilityLaw;
import dev.tierbench.run.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PredictorTest {

  private static final CoreScaling UNKNOWN = new CoreScaling(List.of(1), Optional.empty());

  /** A trial that follows the model, with that demand at every load. */
  private static MeasuredTrial trial(int cores, double micros, Integer... levels) {
    ClosedNetwork network = new ClosedNetwork(0.05, new Station(cores, micros * 1e-6, 0));
    return new MeasuredTrial(
        "trial of " + micros,
        cores,
        50,
        List.of(levels).stream()
            .map(level -> {
              ClosedNetwork.State state = network.at(level);
              return new MeasuredLevel(
                  level,
                  state.throughputRps(),
                  level / state.throughputRps() * 1e3,
                  state.throughputRps() * micros * 1e-6 / cores,
                  Map.of(Tier.SERVER, micros));
            })
            .toList(),
        Map.of());
  }

  private static MeasuredServer server(MeasuredTrial... trials) {
    return new MeasuredServer("server", List.of(trials), Optional.empty(), true);
  }

  private static ServerPrediction predict(MeasuredServer server, int cores, Integer... levels) {
    return new ServerPredictor(server, new PredictedCores(cores, Set.of()), UNKNOWN)
        .predict(List.of(levels), Optional.empty());
  }

  @Test
  void theIntervalIsThatOfTheModelsOfTheTrials() {
    ServerPrediction prediction =
        predict(
            server(trial(1, 100, 200, 2_000), trial(1, 98, 200, 2_000), trial(1, 104, 200, 2_000)),
            4,
            400);
    assertThat(prediction.saturation().value().orElseThrow()).isCloseTo(40_000, within(0.1));
    Interval interval = prediction.saturation().interval().orElseThrow();
    assertThat(interval.low()).isCloseTo(4e6 / 104, within(0.1));
    assertThat(interval.high()).isCloseTo(4e6 / 98, within(0.1));
    assertThat(prediction.knee().value().orElseThrow()).isCloseTo(40_000 * 0.0501, within(0.1));
    assertThat(prediction.bottlenecks()).containsExactly("the cores");
  }

  @Test
  void oneTrialHasNoInterval() {
    ServerPrediction prediction = predict(server(trial(1, 100, 200, 2_000)), 4, 400);
    assertThat(prediction.saturation().value()).isPresent();
    assertThat(prediction.saturation().interval()).isEmpty();
  }

  /** Five trials: the interval of the median is a 95 % one, or wider. */
  @Test
  void theIntervalCoversTheTrueCapacity() {
    Random random = new Random(11);
    int runs = 400;
    int covered = 0;
    for (int run = 0; run < runs; run++) {
      MeasuredTrial[] trials =
          IntStream.range(0, 5)
              .mapToObj(i -> trial(1, 100 * (1 + 0.03 * random.nextGaussian()), 200, 2_000))
              .toArray(MeasuredTrial[]::new);
      Interval interval = predict(server(trials), 8, 400).saturation().interval().orElseThrow();
      covered += interval.low() <= 80_000 && 80_000 <= interval.high() ? 1 : 0;
    }
    assertThat((double) covered / runs).isBetween(0.9, 1.0);
  }

  @Test
  void aRunThatNeverSaturatedTellsOnlyWhatIsAsBusy() {
    ServerPrediction prediction = predict(server(trial(1, 100, 50, 200)), 4, 400, 8_000);
    assertThat(prediction.saturation().why().orElseThrow()).contains("at most 40 % busy");
    assertThat(prediction.knee().value()).isEmpty();
    assertThat(prediction.levels().get(0).p50Millis().value().orElseThrow())
        .isCloseTo(50.1, within(0.01));
    assertThat(prediction.levels().get(1).p50Millis().value()).isEmpty();
  }

  @Test
  void aModelThatMissesItsOwnRunTellsNothing() {
    MeasuredTrial blocked =
        new MeasuredTrial(
            "01-blocked",
            1,
            50,
            List.of(
                new MeasuredLevel(200, 2_000, 100, 0.2, Map.of(Tier.SERVER, 100.0)),
                new MeasuredLevel(2_000, 9_900, 202, 0.99, Map.of(Tier.SERVER, 100.0))),
            Map.of());
    ServerPrediction prediction = predict(server(blocked), 4, 400, 8_000);
    assertThat(prediction.saturation().value()).isPresent();
    assertThat(prediction.levels().get(0).p50Millis().why().orElseThrow())
        .contains("+99 % off", "at 200 concurrent");
    assertThat(prediction.levels().get(1).p50Millis().value()).isPresent();
  }

  /** The law of the cores is recovered from throughput at saturation on four core counts. */
  @Test
  void contentionBetweenCoresIsFittedFromFourCoreCounts() {
    ScalabilityLaw law = new ScalabilityLaw(10_000, 0.02, 1e-4, 0);
    List<MeasuredServer> runs = new ArrayList<>();
    for (int cores : new int[] {1, 2, 4, 8}) {
      double micros = cores / law.at(cores) * 1e6;
      runs.add(server(trial(cores, micros, 200 * cores, 2_000 * cores, 4_000 * cores)));
    }
    CoreScaling scaling = CoreScaling.of(runs);
    assertThat(scaling.law().orElseThrow().sigma()).isCloseTo(0.02, within(1e-4));
    assertThat(scaling.law().orElseThrow().kappa()).isCloseTo(1e-4, within(1e-5));
    ModelValue saturation =
        new ServerPredictor(runs.getFirst(), new PredictedCores(32, Set.of()), scaling)
            .predict(List.of(400), Optional.empty())
            .saturation();
    assertThat(saturation.value().orElseThrow()).isCloseTo(law.at(32), within(law.at(32) * 0.002));
  }

  /** A pool of 200 threads over 50 ms answers 4,000 requests a second on any cores. */
  @Test
  void throughputThatIsNotLimitedByTheCoresTellsNothingOfThem() {
    List<MeasuredServer> runs = new ArrayList<>();
    for (int cores : new int[] {1, 2, 4, 8}) {
      List<MeasuredLevel> levels = new ArrayList<>();
      for (int level : new int[] {50, 200, 800, 1_600}) {
        double rps = Math.min(4_000, level / 0.05);
        double busy = rps * 100e-6 / cores;
        levels.add(
            new MeasuredLevel(level, rps, level / rps * 1e3, busy, Map.of(Tier.SERVER, 100.0)));
      }
      runs.add(server(new MeasuredTrial("capped", cores, 50, levels, Map.of())));
    }
    CoreScaling scaling = CoreScaling.of(runs);
    assertThat(scaling.coreCounts()).isEmpty();
    assertThat(scaling.contention(8, 1)).isEqualTo(1);
  }

  @Test
  void threeCoreCountsDecideNothingAndNothingIsAssumedToHinder() {
    List<MeasuredServer> runs =
        DoubleStream.of(1, 2, 4)
            .mapToObj(cores -> server(trial((int) cores, 100, 100, 1_000, 4_000)))
            .toList();
    CoreScaling scaling = CoreScaling.of(runs);
    assertThat(scaling.coreCounts()).containsExactly(1, 2, 4);
    assertThat(scaling.law()).isEmpty();
    assertThat(scaling.contention(32, 1)).isEqualTo(1);
  }

  @Test
  void aTargetSaysTheCoresAndWhoSharesThem() {
    assertThat(PredictedCores.parse("cores=32")).isEqualTo(new PredictedCores(32, Set.of()));
    assertThat(PredictedCores.parse("cores=2,sharing=echo+loadgen"))
        .isEqualTo(new PredictedCores(2, Set.of(Tier.ECHO, Tier.LOADGEN)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "32",
        "cores=",
        "cores=0",
        "cores=-1",
        "cores=99999",
        "cores=2,",
        "cores=2,sharing=server",
        "cores=1.5"
      })
  void anythingElseIsNoTarget(String text) {
    assertThatThrownBy(() -> PredictedCores.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected cores=N");
  }
}
