package dev.tierbench.harness.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tierbench.harness.preflight.HostLimit;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.descriptor.SuiteDescriptor;
import dev.tierbench.run.plan.SuitePlan;
import dev.tierbench.run.record.Work.Outcome;
import dev.tierbench.run.record.Work.Prediction;
import java.util.List;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class PredictionsTest {

  private static final Offset<Double> EXACTLY = within(1e-9);

  private static Parameters sleeps(int size) {
    return SuiteDescriptor.cell("sleep-1s", size);
  }

  private static Predictions of(String suite, String... options) {
    return SuitePlans.predictions(SuitePlans.plan(suite, options));
  }

  @Test
  void aRunIsPredictedFromItsPoolAndItsWaits() {
    Prediction parallel = of("sleeps").of("reactor-parallel", sleeps(100));
    assertThat(parallel)
        .isEqualTo(
            new Prediction(
                Optional.of(50.0), "ceil(100 / 2 threads) x 1 s", 0, 0, Optional.empty()));
    assertThat(of("sleeps").of("reactor-bounded-elastic", sleeps(100)).seconds()).contains(5.0);
  }

  @Test
  void whereTasksCostMoreThanTheirWaitTheCostIsThePrediction() {
    Prediction cheap = of("sleeps").of("reactor-virtual", sleeps(10_000));
    assertThat(cheap.seconds()).contains(1.0);
    Prediction dear = of("sleeps").of("reactor-virtual", sleeps(1_000_000));
    assertThat(dear.seconds().orElseThrow()).isCloseTo(5, EXACTLY);
    assertThat(dear.formula()).isEqualTo("1,000,000 x 5.00 µs, an estimate");
  }

  @Test
  void whatATaskIsGuessedToCostMakesNoArmWarmerThanAnother() {
    for (String preset : List.of("standard", "full")) {
      Predictions predictions = of("sleeps", "--preset=" + preset);
      for (String subject :
          List.of("jdk-virtual", "reactor-virtual", "coroutine-delay", "platform-per-task")) {
        assertThat(predictions.warmSize(subject, sleeps(1_000_000)))
            .as(preset + " " + subject)
            .isEqualTo(1_000_000);
        assertThat(repeats(predictions, subject, 1_000_000))
            .isEqualTo(repeats(predictions, "jdk-virtual", 10));
        assertThat(predictions.isTraced(subject, sleeps(1_000_000), 1)).isTrue();
      }
    }
  }

  /**
   * Tasks of 20 ms under a limit of 1,000 threads: some of 5,000 end before the last one begins.
   */
  @Test
  void aLackOfThreadsIsPredictedOnlyWhereItIsCertain() {
    Predictions tasks = of("tasks");
    assertThat(tasks.of("rx-io", SuiteDescriptor.cell("thread-limit", 500)).outcome())
        .contains(Outcome.COMPLETED);
    assertThat(tasks.of("rx-io", SuiteDescriptor.cell("thread-limit", 5_000)).outcome()).isEmpty();
    assertThat(tasks.of("rx-io", SuiteDescriptor.cell("thread-limit", 10_000)).outcome())
        .contains(Outcome.OUT_OF_MEMORY);
  }

  @Test
  void theControlOfAnImplementationIsPredictedLikeIt() {
    Predictions predictions = of("sleeps", "--impl=parallel", "--aa");
    assertThat(predictions.of("reactor-parallel-aa", sleeps(100)))
        .isEqualTo(predictions.of("reactor-parallel", sleeps(100)));
  }

  @Test
  void aRunBeyondTheBudgetIsShownAsPredictedWithItsFormula() {
    Predictions quick = of("sleeps");
    assertThat(quick.notRun("reactor-parallel", sleeps(10), 1)).isEmpty();
    assertThat(quick.notRun("reactor-parallel", sleeps(100), 1))
        .contains(
            Ending.of(
                Outcome.PREDICTED,
                "at least 50 s (ceil(100 / 2 threads) x 1 s), beyond the budget of 8.0 s"));
    assertThat(quick.cellSeconds("reactor-parallel", sleeps(100), 1)).isZero();
    Predictions patient = of("sleeps", "--budget", "50s");
    assertThat(patient.notRun("reactor-parallel", sleeps(100), 1)).isEmpty();
  }

  @Test
  void aRunOfMinutesIsMeasuredInTheFirstTrialOnly() {
    Predictions full = of("sleeps", "--preset=full");
    assertThat(full.notRun("reactor-parallel", sleeps(1_000), 1)).isEmpty();
    assertThat(full.notRun("reactor-parallel", sleeps(1_000), 2))
        .hasValueSatisfying(
            why -> assertThat(why.reason().orElseThrow()).contains("first trial only"));
    assertThat(full.of("platform-per-task", sleeps(1_000_000)).seconds()).contains(60.0);
    assertThat(full.notRun("platform-per-task", sleeps(1_000_000), 2))
        .as("an estimate is no bound that gives its time")
        .isEmpty();
    Predictions standard = of("sleeps", "--preset=standard");
    assertThat(standard.notRun("reactor-parallel", sleeps(1_000), 2))
        .as("beyond the budget it is measured in no trial")
        .hasValueSatisfying(
            why -> assertThat(why.reason().orElseThrow()).contains("the budget of"));
  }

  @Test
  void moreThreadsThanTheHostAllowsAreRefused() {
    Predictions predictions =
        new Predictions(
            SuitePlans.plan("sleeps", "--preset=full"),
            2,
            new HostLimits(
                Optional.of(new HostLimit(32_765, "half of vm.max_map_count")), Optional.empty()));
    assertThat(predictions.notRun("platform-per-task", sleeps(10_000), 1)).isEmpty();
    assertThat(predictions.notRun("jdk-virtual", sleeps(100_000), 1)).isEmpty();
    assertThat(predictions.notRun("platform-per-task", sleeps(100_000), 1))
        .contains(
            Ending.of(
                Outcome.REFUSED,
                "needs 100,000 threads, this host allows 32,765 (half of vm.max_map_count)"));
  }

  @Test
  void moreSocketsThanTheHostAllowsAreRefused() {
    Predictions predictions =
        new Predictions(
            SuitePlans.plan("tasks", "--preset=full"),
            2,
            new HostLimits(Optional.empty(), Optional.of(new HostLimit(19_500, "open files"))));
    Parameters most = SuiteDescriptor.cell("concurrent", 20_000);
    Parameters fewer = SuiteDescriptor.cell("concurrent", 15_000);
    assertThat(predictions.notRun("virtual", most, 1))
        .hasValueSatisfying(why -> assertThat(why.outcome()).isEqualTo(Outcome.REFUSED));
    assertThat(predictions.notRun("virtual", fewer, 1)).isEmpty();
    assertThat(predictions.notRun("coroutine-io", most, 1))
        .as("at most five calls at once")
        .isEmpty();
    assertThat(predictions.of("coroutine-io", most).seconds().orElseThrow())
        .isCloseTo(200, EXACTLY);
  }

  @Test
  void aLimitOnThreadsThatTheRunSetsPredictsTheEndOfACell() {
    Predictions published = of("tasks", "--preset=published");
    Parameters most = SuiteDescriptor.cell("thread-limit", 10_000);
    Parameters few = SuiteDescriptor.cell("thread-limit", 500);
    Parameters near = SuiteDescriptor.cell("thread-limit", 2_000);
    assertThat(published.notRun("rx-io", most, 1)).isEmpty();
    assertThat(published.of("rx-io", most).outcome()).contains(Outcome.OUT_OF_MEMORY);
    assertThat(published.of("rx-io", most).formula())
        .endsWith("; 10,000 threads of tasks and about 100 of the JVM, of 1,000");
    assertThat(published.of("rx-io", few).outcome()).contains(Outcome.COMPLETED);
    assertThat(published.of("rx-io", near).outcome())
        .as("some tasks end before others begin")
        .isEmpty();
    assertThat(published.of("coroutine-io", most).outcome()).contains(Outcome.COMPLETED);
    assertThat(published.of("rx-io", SuiteDescriptor.cell("concurrent", 10_000)).outcome())
        .isEmpty();
  }

  @Test
  void whatTheStudyRanTenTimesIsRunTenTimesInItsPresetAlone() {
    Predictions published = of("sleeps", "--preset=published");
    assertThat(repeats(published, "reactor-virtual", 100_000)).isEqualTo(10);
    assertThat(repeats(published, "reactor-virtual", 10_000)).isEqualTo(1);
    assertThat(repeats(published, "reactor-parallel", 100_000)).isEqualTo(1);
    assertThat(published.cellSeconds("reactor-virtual", sleeps(100_000), 1))
        .as("ten runs of a second and the start of a JVM")
        .isCloseTo(11, EXACTLY);
    assertThat(repeats(of("sleeps", "--preset=full"), "reactor-virtual", 100_000)).isEqualTo(5);
  }

  private static int repeats(Predictions predictions, String subject, int size) {
    return predictions.repeats(subject, sleeps(size));
  }

  @Test
  void onlyARunThatFitsTheWarmUpIsWarmedUpAndRepeated() {
    Predictions standard = of("sleeps", "--preset=standard");
    assertThat(standard.isShort("jdk-virtual", sleeps(10))).isTrue();
    assertThat(standard.isShort("reactor-bounded-elastic", sleeps(100))).isFalse();
    // A warm-up and its last run, three to measure; a warm-up with fewer items and one run.
    assertThat(standard.workSeconds("jdk-virtual", sleeps(10), false)).isCloseTo(8, EXACTLY);
    assertThat(standard.workSeconds("reactor-bounded-elastic", sleeps(100), false))
        .isCloseTo(9, EXACTLY);
    assertThat(standard.warmSize("jdk-virtual", sleeps(10))).isEqualTo(10);
    assertThat(standard.warmSize("reactor-bounded-elastic", sleeps(100))).isEqualTo(50);
    assertThat(of("sleeps").warmSize("reactor-parallel", sleeps(10)))
        .as("quick warms up for less than a second")
        .isZero();
    assertThat(of("sleeps", "--preset=published").warmSize("reactor-parallel", sleeps(10)))
        .isZero();
  }

  @Test
  void theTracerTakesOneMoreRunInOneTrialAndNeverALongOne() {
    Predictions standard = of("sleeps", "--preset=standard");
    assertThat(standard.isTraced("jdk-virtual", sleeps(10), 1)).isTrue();
    assertThat(standard.isTraced("jdk-virtual", sleeps(10), 2)).isFalse();
    assertThat(standard.isTraced("reactor-bounded-elastic", sleeps(1_000), 1)).isFalse();
    double untraced = standard.cellSeconds("jdk-virtual", sleeps(10), 2);
    assertThat(standard.cellSeconds("jdk-virtual", sleeps(10), 1) - untraced)
        .as("a run and the tracer's start")
        .isCloseTo(3.5, EXACTLY);
    assertThat(of("sleeps").isTraced("jdk-virtual", sleeps(10), 1))
        .as("quick is not traced")
        .isFalse();
  }

  @Test
  void jmhTakesTheTimeOfItsIterations() {
    Predictions full = of("streams", "--preset=full");
    Parameters cell = SuiteDescriptor.cell("range", 1_000);
    Prediction unbounded = full.of("reactor", cell);
    assertThat(unbounded.seconds()).isEmpty();
    assertThat(full.notRun("reactor", cell, 1)).isEmpty();
    // 5 x 1 s + 5 x 2 s; another iteration and the tracer when traced.
    double plain = full.workSeconds("reactor", cell, false);
    assertThat(plain).isBetween(15.0, 18.0);
    assertThat(full.workSeconds("reactor", cell, true) - plain).isCloseTo(4.5, EXACTLY);
  }

  @Test
  void aPassOfJmhThatIsLongerThanAnIterationTakesItsOwnTime() {
    Predictions published = of("streams", "--preset=published");
    Parameters cell = SuiteDescriptor.cell("flatmap-range", 1_000_000);
    assertThat(published.of("akka-2015", cell).seconds()).contains(6.0);
    // Ten iterations of one pass each.
    assertThat(published.workSeconds("akka-2015", cell, false)).isBetween(60.0, 65.0);
    assertThat(of("streams", "--budget=3s").notRun("akka-2015", cell, 1))
        .contains(
            Ending.of(
                Outcome.PREDICTED,
                "about 6.0 s (1,000,000 x 6.00 µs, an estimate), beyond the budget of 3.0 s"));
    assertThat(published.of("akka-2015", SuiteDescriptor.cell("range", 1_000_000)).seconds())
        .as("each case has a cost of its own")
        .isEmpty();
  }

  @Test
  void theRoundOfATrialIsItsPlaceAmongThoseOfItsSubject() {
    SuitePlan plan = SuitePlans.plan("sleeps", "--impl=jdk-virtual,parallel", "--trials=3");
    assertThat(plan.order()).extracting(plan::round).containsExactly(1, 1, 2, 2, 3, 3);
  }
}
