package dev.tierbench.report.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ScalingTest {

  @Test
  void theKneeIsTheLastLevelThatStillPays() {
    List<ThroughputPoint> points =
        List.of(
            new ThroughputPoint(200, 4_000),
            new ThroughputPoint(400, 7_900),
            new ThroughputPoint(800, 9_000),
            new ThroughputPoint(1_600, 9_100));
    assertThat(Knee.of(points)).contains(new Knee(400, 800, true));
  }

  @Test
  void aServerThatScalesToTheTopHasItsKneeBeyond() {
    assertThat(Knee.of(List.of(new ThroughputPoint(200, 4_000), new ThroughputPoint(400, 7_000))))
        .contains(new Knee(400, 400, false));
    assertThat(Knee.of(List.of(new ThroughputPoint(200, 4_000)))).isEmpty();
  }

  @Test
  void aLevelThatIsNoPointMayHideTheKnee() {
    assertThat(new Knee(400, 1_600, true))
        .satisfies(knee -> assertThat(knee.mayLieAt(800)).isTrue())
        .satisfies(knee -> assertThat(knee.mayLieAt(200)).isFalse())
        .satisfies(knee -> assertThat(knee.mayLieAt(2_600)).isFalse());
    assertThat(new Knee(1_600, 1_600, false).mayLieAt(2_600)).isTrue();
  }

  private static KneeInterval.Level level(int concurrency, Double... throughputs) {
    return new KneeInterval.Level(concurrency, new Sample(List.of(throughputs)));
  }

  @Test
  void aKneeThatTheTrialsLeaveOpenIsAnInterval() {
    // Half of proportional from 200 to 800 is a factor of 2.5.
    KneeInterval open =
        KneeInterval.of(
                List.of(
                    level(200, 4_000.0, 3_950.0, 4_050.0),
                    level(800, 9_800.0, 10_100.0, 10_300.0),
                    level(2_600, 10_000.0, 10_200.0, 10_100.0)))
            .orElseThrow();
    assertThat(open.isDecided()).isFalse();
    assertThat(open.earliest()).isEqualTo(new Knee(200, 800, true));
    assertThat(open.latest()).isEqualTo(new Knee(800, 2_600, true));
  }

  @Test
  void trialsThatAgreeAndASingleOneGiveOneKnee() {
    KneeInterval decided =
        KneeInterval.of(List.of(level(200, 4_000.0, 3_950.0), level(800, 5_000.0, 5_100.0)))
            .orElseThrow();
    assertThat(decided.isDecided()).isTrue();
    assertThat(decided.earliest()).isEqualTo(new Knee(200, 800, true));
    assertThat(KneeInterval.of(List.of(level(200, 4_000.0), level(800, 9_900.0))))
        .contains(new KneeInterval(new Knee(200, 800, true), new Knee(200, 800, true)));
    assertThat(KneeInterval.of(List.of(level(200, 4_000.0)))).isEmpty();
  }

  @Test
  void oneServerUnderTwoNamesIsSaidToBreakElsewhereInAtMostFivePercent() {
    Random random = new Random(7);
    int apart = 0;
    int runs = 2_000;
    for (int run = 0; run < runs; run++) {
      apart += overlap(simulated(random), simulated(random)) ? 0 : 1;
    }
    assertThat((double) apart / runs).isLessThanOrEqualTo(0.05);
  }

  /** Whether what is said of either may be true of the other. */
  private static boolean overlap(KneeInterval a, KneeInterval b) {
    return place(a.earliest()) <= place(b.latest()) && place(b.earliest()) <= place(a.latest());
  }

  /** A knee beyond the last level lies behind one at it. */
  private static double place(Knee knee) {
    return knee.reached() ? knee.concurrency() : knee.concurrency() + 0.5;
  }

  /** Growth from 200 to 800 that is just half of proportional, three trials, 4 % of scatter. */
  private static KneeInterval simulated(Random random) {
    Supplier<Double> luck = () -> 1 + 0.04 * random.nextGaussian();
    return KneeInterval.of(
            List.of(
                level(200, 4_000 * luck.get(), 4_000 * luck.get(), 4_000 * luck.get()),
                level(800, 10_000 * luck.get(), 10_000 * luck.get(), 10_000 * luck.get()),
                level(2_600, 10_500 * luck.get(), 10_500 * luck.get(), 10_500 * luck.get())))
        .orElseThrow();
  }

  @Test
  void theLawIsRecoveredFromPointsThatFollowIt() {
    ScalabilityLaw law = new ScalabilityLaw(20, 1e-3, 2e-7, 0);
    ScalabilityLaw fit = ScalabilityLaw.fit(points(law, 50, 200, 800, 1_400, 2_600)).orElseThrow();
    assertThat(fit.lambda()).isCloseTo(20, within(0.01));
    assertThat(fit.sigma()).isCloseTo(1e-3, within(1e-6));
    assertThat(fit.kappa()).isCloseTo(2e-7, within(1e-9));
    assertThat(fit.residual()).isLessThan(1e-6);
    assertThat(fit.peak().orElseThrow()).isCloseTo(2_235, within(2.0));
  }

  @Test
  void aCoefficientThatWouldBeNegativeIsNone() {
    ScalabilityLaw fit =
        ScalabilityLaw.fit(
                List.of(
                    new ThroughputPoint(1, 10),
                    new ThroughputPoint(2, 20.5),
                    new ThroughputPoint(4, 41),
                    new ThroughputPoint(8, 82.5)))
            .orElseThrow();
    assertThat(fit.sigma()).isZero();
    assertThat(fit.kappa()).isZero();
    assertThat(fit.peak()).isEmpty();
  }

  @Test
  void threePointsDecideNoLaw() {
    assertThat(ScalabilityLaw.fit(points(new ScalabilityLaw(20, 0, 0, 0), 1, 2, 3))).isEmpty();
  }

  private static List<ThroughputPoint> points(ScalabilityLaw law, Integer... levels) {
    return Stream.of(levels).map(n -> new ThroughputPoint(n, law.at(n))).toList();
  }
}
