package dev.tierbench.report.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.report.stats.ChangePoints.Change;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Error rates on made series; more of them with {@code -Dtierbench.runs=2000}. */
class ChangePointsTest {

  private static final int RUNS = Integer.getInteger("tierbench.runs", 200);
  private static final ChangePoints TEST = new ChangePoints(0.05, 1);

  /** Values around 100 with that noise, which are so much larger from an index on. */
  private static List<Double> series(int length, double noise, int from, double step, long seed) {
    Random random = new Random(seed);
    return IntStream.range(0, length)
        .mapToObj(i -> 100 * (1 + noise * random.nextGaussian()) * (i < from ? 1 : 1 + step))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"10, 0.02", "40, 0.02", "40, 0.1"})
  void aSeriesThatDidNotMoveIsSplitInAtMostFiveOfAHundred(int length, double noise) {
    long split =
        IntStream.range(0, RUNS)
            .filter(seed -> !TEST.of(series(length, noise, 0, 0, seed)).isEmpty())
            .count();
    System.out.printf("%d runs, no change: split in %.1f %%%n", length, 100.0 * split / RUNS);
    // What 5 % come to, and three standard deviations of the number that is drawn.
    assertThat(split).isLessThanOrEqualTo(Math.round(0.05 * RUNS + 3 * Math.sqrt(0.0475 * RUNS)));
  }

  @Test
  void aStepIsFoundWithinOneRun() {
    long found =
        IntStream.range(0, RUNS)
            .filter(seed -> {
              List<Change> changes = TEST.of(series(40, 0.02, 20, 0.08, seed));
              return changes.stream().anyMatch(change -> Math.abs(change.index() - 20) <= 1);
            })
            .count();
    System.out.printf("8 %% at 20 of 40, noise 2 %%: found in %.1f %%%n", 100.0 * found / RUNS);
    assertThat(found).isGreaterThanOrEqualTo(Math.round(0.95 * RUNS));
  }

  @Test
  void bothStepsOfASeriesAreFound() {
    List<Double> values =
        IntStream.range(0, 45).mapToObj(i -> i < 15 ? 100.0 : i < 30 ? 110.0 : 120.0).toList();
    List<Double> noisy =
        IntStream.range(0, 45).mapToObj(i -> values.get(i) + (i % 3) * 0.5).toList();
    assertThat(TEST.of(noisy)).extracting(Change::index).containsExactly(15, 30);
  }

  @Test
  void oneOutlierIsNoChange() {
    List<Double> values =
        IntStream.range(0, 40).mapToObj(i -> i == 39 ? 500.0 : 100.0 + (i * 7) % 5).toList();
    assertThat(TEST.of(values)).isEmpty();
  }

  @Test
  void aConstantSeriesDidNotMove() {
    assertThat(TEST.of(IntStream.range(0, 30).mapToObj(i -> 5.0).toList())).isEmpty();
  }

  @Test
  void tooFewValuesAreNotTested() {
    assertThat(ChangePoints.fewestValues(0.05)).isEqualTo(8);
    assertThat(ChangePoints.fewestValues(0.05 / 32)).isEqualTo(13);
    assertThat(TEST.of(List.of(1.0, 1.0, 1.0, 1.0, 9.0, 9.0, 9.0))).isEmpty();
    assertThat(TEST.of(List.of(1.0, 1.1, 1.2, 1.3, 9.0, 9.1, 9.2, 9.3)))
        .extracting(Change::index)
        .containsExactly(4);
  }
}
