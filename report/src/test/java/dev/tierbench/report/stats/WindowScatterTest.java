package dev.tierbench.report.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tierbench.run.protocol.Decisions;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WindowScatterTest {

  private static double[] round(Random random, int windows, double ofWindows, double ofRounds) {
    double jvms = ofRounds * random.nextGaussian();
    return random.doubles(windows).map(any -> jvms + ofWindows * random.nextGaussian()).toArray();
  }

  @Test
  void bothLevelsAreFoundAgain() {
    Random random = new Random(1);
    List<double[]> rounds =
        Stream.iterate(0, i -> i + 1)
            .limit(400)
            .map(i -> round(random, 2 + 6 * (i % 2), 0.1, 0.04))
            .toList();
    Decisions.Scatter found = WindowScatter.of(rounds).orElseThrow();
    assertThat(found.windows()).isCloseTo(0.1, within(0.01));
    assertThat(found.rounds()).isCloseTo(0.04, within(0.01));
  }

  @Test
  void roundsThatDifferNoMoreThanTheirWindowsHaveNoScatterOfTheirOwn() {
    Decisions.Scatter found =
        WindowScatter.of(List.of(new double[] {0.1, -0.1}, new double[] {-0.1, 0.1})).orElseThrow();
    assertThat(found.rounds()).isZero();
    assertThat(found.windows()).isCloseTo(0.1414, within(0.0001));
  }

  @Test
  void oneRoundOrOneWindowHasNoScatter() {
    assertThat(WindowScatter.of(List.of(new double[] {0.1, 0.2}))).isEmpty();
    assertThat(WindowScatter.of(List.of(new double[] {0.1}, new double[] {0.2}))).isEmpty();
  }
}
