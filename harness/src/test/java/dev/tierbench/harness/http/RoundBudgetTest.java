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
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RoundBudgetTest {

  private static final Open UNDECIDED =
      new Open("CPU, µs/req of a → b @ 2", Optional.of(0.08), Optional.of(6), Optional.empty());
  private static final Decisions OPEN = new Decisions(4, 0, List.of(UNDECIDED));
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
    return plan(rounds, budgetSeconds, most, Optional.of(List.of()));
  }

  private static HttpPlan plan(
      int rounds, double budgetSeconds, int most, Optional<List<Integer>> laterWindows) {
    HttpPlan plan = Samples.sweep(List.of("a", "b"), List.of(2), rounds);
    RoundPlan alternating =
        new RoundPlan(
            4,
            0.5,
            1,
            Optional.of(
                new RoundPlan.Until(
                    budgetSeconds, most, 0.05, List.of("cpu_us_per_op"), laterWindows)));
    return plan.withWindows(
        new HttpPlan.Windows(1, 4, Optional.empty(), Optional.empty(), Optional.of(alternating)));
  }

  /** A budget of which the rounds have taken so many seconds. */
  private RoundBudget after(Decisions found, int before, long elapsedSeconds) {
    RoundBudget budget = new RoundBudget(run -> found, progress, clock::get, before);
    clock.addAndGet(elapsedSeconds * SECOND);
    return budget;
  }

  private OptionalInt next(Decisions found, HttpPlan plan, int before, long elapsedSeconds)
      throws Exception {
    return after(found, before, elapsedSeconds).windowsOfNext(new RunFolder(Path.of("run")), plan);
  }

  private static Decisions scattering(double windows, double rounds) {
    return new Decisions(1, 0, List.of(scatters(windows, rounds)));
  }

  private static Open scatters(double windows, double rounds) {
    return new Open(
        "CPU",
        Optional.empty(),
        Optional.empty(),
        Optional.of(new Decisions.Scatter(windows, rounds)));
  }

  @Test
  void anOpenRowWithRoomInTheBudgetGetsAnotherRoundOfTheLengthOfThoseSoFar() throws Exception {
    assertThat(next(OPEN, plan(2, 100, 20), 0, 60)).hasValue(4);
    assertThat(added).isEqualTo(30);
    assertThat(said)
        .containsExactly(
            "after 2 rounds 3 of 4 rows are decided, not CPU, µs/req of a → b @ 2 (tells 8.0 %);"
                + " about 4 rounds more, 02:00 (mm:ss), would decide all");
  }

  @Test
  void daysAreNotToldInMinutes() throws Exception {
    Open far = new Open("p99", Optional.of(1.2), Optional.of(402), Optional.empty());
    assertThat(next(new Decisions(1, 0, List.of(far)), plan(2, 1_000, 20), 0, 600)).isPresent();
    assertThat(said.getFirst()).endsWith("; about 400 rounds more, 33.3 h, would decide all");
  }

  @Test
  void theRoundThatWouldEndAfterTheBudgetIsNotBegun() throws Exception {
    assertThat(next(OPEN, plan(2, 100, 20), 0, 70)).isEmpty();
    assertThat(said.getFirst()).endsWith("; the budget of 01:40 has no room for another round");
    assertThat(added).isZero();
  }

  @Test
  void thereAreNoMoreRoundsThanTheErrorRatesAreHeldOver() throws Exception {
    assertThat(next(OPEN, plan(5, 100, 5), 0, 10)).isEmpty();
    assertThat(next(OPEN, plan(4, 100, 5), 0, 10)).isPresent();
  }

  @Test
  void decidedRowsEndTheRun() throws Exception {
    assertThat(next(new Decisions(4, 0, List.of()), plan(3, 1_000, 20), 0, 30)).isEmpty();
    assertThat(said).containsExactly("after 3 rounds 4 of 4 rows are decided");
  }

  @Test
  void rowsOfOneSideAreSaid() throws Exception {
    assertThat(next(new Decisions(3, 1, List.of()), plan(3, 1_000, 20), 0, 30)).isEmpty();
    assertThat(said)
        .containsExactly(
            "after 3 rounds 3 of 3 rows are decided, 1 more measured on one side only");
  }

  @Test
  void aRunWithoutAValidRowGoesOn() throws Exception {
    assertThat(next(new Decisions(0, 0, List.of()), plan(2, 1_000, 20), 0, 30)).isPresent();
  }

  @Test
  void roundsOfAnEarlierPartCountAsLongAsPlanned() throws Exception {
    HttpPlan plan = plan(4, 1_000, 20);
    double round = new DurationEstimate(plan).round();
    assertThat(next(OPEN, plan(4, 5 * round + 0.1, 20), 4, 0)).isPresent();
    assertThat(next(OPEN, plan(4, 5 * round - 1, 20), 4, 0)).isEmpty();
  }

  @Test
  void theFirstLookKnowsHowManyRoundsTheBudgetHasRoomFor() {
    assertThat(after(OPEN, 0, 60).most(plan(2, 300, 3))).isEqualTo(10);
    assertThat(after(OPEN, 0, 60).most(plan(2, 50, 3))).isEqualTo(2);
  }

  @Test
  void laterLooksOnlyFindThatThereIsLessRoom() {
    assertThat(after(OPEN, 0, 90).most(plan(3, 1_000, 10))).isEqualTo(10);
    assertThat(after(OPEN, 0, 90).most(plan(3, 150, 10))).isEqualTo(5);
    assertThat(after(OPEN, 3, 0).most(plan(3, 10_000, 10))).isEqualTo(10);
  }

  @Test
  void windowsThatScatterMoreThanJvmsGetMoreOfThem() throws Exception {
    // A window of both takes 2 x (1 + 0.5 + 0.3) s; a round beside its 4 windows 80 - 14.4 s.
    assertThat(next(scattering(0.06, 0.06), plan(2, 4_000, 20), 0, 160)).hasValue(4);
    assertThat(next(scattering(0.12, 0.06), plan(2, 4_000, 20), 0, 160)).hasValue(8);
    assertThat(next(scattering(0.06, 0.12), plan(2, 4_000, 20), 0, 160)).hasValue(2);
    assertThat(next(scattering(9, 0), plan(2, 40_000, 20), 0, 160)).hasValue(64);
  }

  @Test
  void anOpenRowWhoseWindowsAreTooShortForAScatterKeepsAllOfThem() throws Exception {
    Decisions both = new Decisions(4, 0, List.of(scatters(0.06, 0.12), UNDECIDED));
    assertThat(next(both, plan(2, 4_000, 20), 0, 160)).hasValue(4);
    Decisions more = new Decisions(4, 0, List.of(scatters(0.12, 0.06), UNDECIDED));
    assertThat(next(more, plan(2, 4_000, 20), 0, 160)).hasValue(8);
  }

  @Test
  void roundsStayShortEnoughForFiveOfThem() throws Exception {
    assertThat(next(scattering(9, 0), plan(2, 460, 20), 0, 160)).hasValue(8);
    assertThat(added).isBetween(90.0, 100.0);
  }

  @Test
  void aNumberOfWindowsThatIsAskedForStays() throws Exception {
    assertThat(next(scattering(9, 0), plan(2, 4_000, 20, Optional.empty()), 0, 160)).hasValue(4);
  }

  @Test
  void roundsOfOtherLengthsAreToldApart() throws Exception {
    // Rounds of 4, 4 and 14 windows took 65.6 s each beside them.
    HttpPlan plan = plan(3, 4_000, 20, Optional.of(List.of(14)));
    assertThat(next(scattering(0.12, 0.06), plan, 0, 276)).hasValue(8);
    assertThat(added).isBetween(94.0, 95.0);
  }
}
