package dev.tierbench.harness.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.http.plan.DurationEstimate;
import dev.tierbench.harness.run.Progress;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.RoundPlan;
import dev.tierbench.run.plan.Samples;
import dev.tierbench.run.protocol.Decisions;
import dev.tierbench.run.protocol.Decisions.Open;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RoundBudgetTest {

  private static final Open UNDECIDED =
      new Open("CPU, µs/req of a → b @ 2", Optional.of(0.08), Optional.of(6));
  private static final Decisions OPEN = new Decisions(4, List.of(UNDECIDED));
  private static final long SECOND = 1_000_000_000L;

  private final AtomicLong clock = new AtomicLong();
  private final List<String> said = new ArrayList<>();
  private double added;

  private final Progress progress =
      new Progress() {
        @Override
        public void begins(String what, double plannedSeconds) {}

        @Override
        public void adds(double seconds) {
          added += seconds;
        }

        @Override
        public void say(String line) {
          said.add(line);
        }

        @Override
        public void close() {}
      };

  private static HttpPlan plan(int rounds, double budgetSeconds, int most) {
    HttpPlan plan = Samples.sweep(List.of("a", "b"), List.of(2), rounds);
    RoundPlan alternating =
        new RoundPlan(
            4,
            0.5,
            1,
            Optional.of(new RoundPlan.Until(budgetSeconds, most, 0.05, List.of("cpu_us_per_op"))));
    return plan.withWindows(
        new HttpPlan.Windows(1, 4, Optional.empty(), Optional.empty(), Optional.of(alternating)));
  }

  private boolean hasAnother(Decisions found, HttpPlan plan, int before, long elapsedSeconds)
      throws Exception {
    RoundBudget budget = new RoundBudget(run -> found, progress, clock::get, plan, before);
    clock.addAndGet(elapsedSeconds * SECOND);
    return budget.hasAnother(new RunFolder(Path.of("run")), plan);
  }

  @Test
  void aRunWithANumberOfRoundsHasNoOther() throws Exception {
    HttpPlan fixed = Samples.sweep(List.of("a", "b"), List.of(2), 2);
    assertThat(hasAnother(OPEN, fixed, 0, 1)).isFalse();
    assertThat(said).isEmpty();
  }

  @Test
  void anOpenRowWithRoomInTheBudgetGetsAnotherRoundOfTheLengthOfThoseSoFar() throws Exception {
    assertThat(hasAnother(OPEN, plan(2, 100, 20), 0, 60)).isTrue();
    assertThat(added).isEqualTo(30);
    assertThat(said)
        .containsExactly(
            "after 2 rounds 3 of 4 rows are decided, not CPU, µs/req of a → b @ 2 (tells 8.0 %);"
                + " about 4 rounds more, 02:00 (mm:ss), would decide all");
  }

  @Test
  void theRoundThatWouldEndAfterTheBudgetIsNotBegun() throws Exception {
    assertThat(hasAnother(OPEN, plan(2, 100, 20), 0, 70)).isFalse();
    assertThat(said.getFirst()).endsWith("; the budget of 01:40 has no room for another round");
    assertThat(added).isZero();
  }

  @Test
  void thereAreNoMoreRoundsThanTheErrorRatesAreHeldOver() throws Exception {
    assertThat(hasAnother(OPEN, plan(5, 100, 5), 0, 10)).isFalse();
    assertThat(hasAnother(OPEN, plan(4, 100, 5), 0, 10)).isTrue();
  }

  @Test
  void decidedRowsEndTheRun() throws Exception {
    assertThat(hasAnother(new Decisions(4, List.of()), plan(3, 1_000, 20), 0, 30)).isFalse();
    assertThat(said).containsExactly("after 3 rounds 4 of 4 rows are decided");
  }

  @Test
  void aRunWithoutAValidRowGoesOn() throws Exception {
    assertThat(hasAnother(new Decisions(0, List.of()), plan(2, 1_000, 20), 0, 30)).isTrue();
  }

  @Test
  void roundsOfAnEarlierPartCountAsLongAsPlanned() throws Exception {
    HttpPlan plan = plan(4, 1_000, 20);
    double round = new DurationEstimate(plan).round();
    assertThat(hasAnother(OPEN, plan(4, 5 * round, 20), 4, 0)).isTrue();
    assertThat(hasAnother(OPEN, plan(4, 5 * round - 1, 20), 4, 0)).isFalse();
  }
}
