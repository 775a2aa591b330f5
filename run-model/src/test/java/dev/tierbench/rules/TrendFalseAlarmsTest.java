package dev.tierbench.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.Verdict;
import dev.tierbench.run.record.LoadResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.hipparchus.stat.regression.SimpleRegression;
import org.junit.jupiter.api.Test;

/** How often the rule {@code trend} fails a window whose throughput only scatters. */
class TrendFalseAlarmsTest {

  private static final int WINDOWS = 2_000;
  private static final int[] SECONDS = {3, 4, 5, 6, 10, 30, 60};
  private static final int[] NOISE_PERCENT = {2, 5, 7, 10};

  @Test
  void whiteNoiseFailsNoMoreOftenThanByTheTestOfTheLineAlone() {
    StringBuilder table = new StringBuilder("seconds, noise %: FAIL % of the line alone, now\n");
    for (int seconds : SECONDS) {
      for (int noise : NOISE_PERCENT) {
        double line = share(seconds, noise, TrendFalseAlarmsTest::lineFails);
        double now = share(seconds, noise, TrendFalseAlarmsTest::ruleFails);
        table.append("%d, %d: %.2f, %.2f%n".formatted(seconds, noise, 100 * line, 100 * now));
        assertThat(now).as("%d s with a noise of %d %%", seconds, noise).isLessThanOrEqualTo(line);
      }
    }
    System.out.print(table);
  }

  /** The same windows for every predicate. */
  private static double share(int seconds, int noisePercent, Predicate<List<Long>> fails) {
    Random random = new Random(31L * seconds + noisePercent);
    int failed = 0;
    for (int window = 0; window < WINDOWS; window++) {
      List<Long> perSecond = new ArrayList<>();
      for (int second = 0; second < seconds; second++) {
        perSecond.add(Math.round(10_000 * (1 + noisePercent / 100.0 * random.nextGaussian())));
      }
      failed += fails.test(perSecond) ? 1 : 0;
    }
    return (double) failed / WINDOWS;
  }

  /** A rise of 20 % or more over the window that a t test at 5 % calls significant. */
  private static boolean lineFails(List<Long> perSecond) {
    SimpleRegression line = new SimpleRegression();
    for (int i = 0; i < perSecond.size(); i++) {
      line.addData(i, perSecond.get(i));
    }
    double mean = perSecond.stream().mapToLong(Long::longValue).average().orElseThrow();
    return Math.abs(line.getSlope() * perSecond.size() / mean) >= 0.2
        && line.getSignificance() < 0.05;
  }

  private static boolean ruleFails(List<Long> perSecond) {
    LoadResult.Phase phase =
        Steps.phase(160_000, new LoadResult.Failed(0, 0, 0, 0, 0), Steps.N, 50_000, perSecond, 1);
    return LoadRules.TREND
        .check(Steps.step(Steps.load(phase), Steps.tiers()), Limits.DEFAULT)
        .filter(check -> check.verdict() == Verdict.FAIL)
        .isPresent();
  }
}
