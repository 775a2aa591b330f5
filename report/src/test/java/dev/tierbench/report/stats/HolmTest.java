package dev.tierbench.report.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class HolmTest {

  @Test
  void pValuesAreCorrectedStepByStep() {
    List<Double> family = List.of(0.01, 0.04, 0.03, 0.005);
    assertThat(Holm.adjusted(0.005, family)).isCloseTo(0.02, within(1e-12));
    assertThat(Holm.adjusted(0.01, family)).isCloseTo(0.03, within(1e-12));
    assertThat(Holm.adjusted(0.03, family)).isCloseTo(0.06, within(1e-12));
    assertThat(Holm.adjusted(0.04, family)).isCloseTo(0.06, within(1e-12));
    assertThat(Holm.adjusted(0.5, List.of(0.5))).isEqualTo(0.5);
  }

  /** One of six pairs, of which three differ beyond doubt: 3 × 0.0034 = 0.0102. */
  @Test
  void aDifferenceStandsAtTheLevelOfItsLook() {
    List<Double> family = List.of(1e-6, 1e-6, 1e-6, 0.0034, 0.5, 0.6);
    assertThat(Holm.isDifference(0.0034, family, 0.05)).isTrue();
    assertThat(Holm.isDifference(0.0034, family, 0.0070)).isFalse();
    assertThat(Holm.isDifference(1e-6, family, 0.0070)).isTrue();
  }

  /** Of equal servers the first is chosen by its value and tested against the last. */
  @Test
  void theFirstOfNineEqualServersIsBetterThanTheLastInAtMostFiveOfAHundredRuns() {
    Random random = new Random(42);
    int raw = 0;
    int corrected = 0;
    int runs = 2_000;
    for (int run = 0; run < runs; run++) {
      List<Sample> servers = new ArrayList<>();
      for (int server = 0; server < 9; server++) {
        servers.add(
            new Sample(
                DoubleStream.generate(() -> 100 * Math.exp(0.05 * random.nextGaussian()))
                    .limit(5)
                    .boxed()
                    .toList()));
      }
      List<Double> family = new ArrayList<>();
      for (int i = 0; i < 9; i++) {
        for (int j = i + 1; j < 9; j++) {
          family.add(PValues.of(servers.get(i), servers.get(j)).welch().orElseThrow());
        }
      }
      double chosen = family.stream().min(Double::compare).orElseThrow();
      raw += chosen < 0.05 ? 1 : 0;
      corrected += Holm.adjusted(chosen, family) < 0.05 ? 1 : 0;
    }
    System.out.printf(
        "A/A of nine servers, the farthest pair: different in %.1f %% of runs, with Holm's"
            + " correction in %.1f %%%n",
        raw * 100.0 / runs, corrected * 100.0 / runs);
    assertThat(corrected).isLessThanOrEqualTo(runs / 20);
  }
}
