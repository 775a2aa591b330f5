package dev.tierbench.harness.http;

import static dev.tierbench.run.Units.NANOS_PER_SECOND;

import dev.tierbench.harness.http.plan.DurationEstimate;
import dev.tierbench.harness.run.Durations;
import dev.tierbench.harness.run.Progress;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.RoundPlan;
import dev.tierbench.run.plan.RoundPlan.Until;
import dev.tierbench.run.protocol.Decisions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Decides after each round of a sweep until decided whether there is another: while a row is open,
 * and the next round ends within the budget. Rounds of an earlier part of a run that is resumed
 * count as long as planned. Used by one thread.
 */
final class RoundBudget {

  private static final int NAMED_ROWS = 3;

  /** Longer times are not told in minutes and seconds. */
  private static final double LONG_SECONDS = 7_200;

  private final Judge judge;
  private final Progress progress;
  private final LongSupplier nanoTime;
  private final int before;
  private final long begin;

  /** Tells what the rounds of a run folder decide. */
  interface Judge {
    Decisions decisions(Path run) throws IOException, InterruptedException;
  }

  /**
   * A budget that runs from now on.
   *
   * @param complete rounds that an earlier part of the run completed
   */
  RoundBudget(Judge judge, Progress progress, LongSupplier nanoTime, int complete) {
    this.judge = judge;
    this.progress = progress;
    this.nanoTime = nanoTime;
    this.before = complete;
    this.begin = nanoTime.getAsLong();
  }

  /**
   * How many rounds the budget has room for, by how long those so far took. Time alone decides it,
   * before anybody looks at what they show. Looks that were taken held the error rates over a
   * number that may turn out smaller, but not larger.
   *
   * @param plan of which all rounds are complete
   */
  int most(HttpPlan plan) {
    Until until = plan.until().orElseThrow();
    int rounds = plan.common().trials();
    double each = spent(plan) / rounds;
    int room = (int) Math.min(Until.MOST, rounds + Math.max(0, left(plan)) / each);
    return rounds == Until.FIRST && before < Until.FIRST ? room : Math.min(until.most(), room);
  }

  /**
   * The windows that each server gets at each cell in one more round; empty when there is to be
   * none. The progress explains it.
   *
   * @param plan of which all rounds are complete, with {@link #most}
   * @throws IOException when it cannot be found out what they decide
   */
  OptionalInt windowsOfNext(RunFolder folder, HttpPlan plan)
      throws IOException, InterruptedException {
    Until until = plan.until().orElseThrow();
    int rounds = plan.common().trials();
    Decisions decisions = judge.decisions(folder.root());
    int decided = decisions.rows() - decisions.open().size();
    String state =
        "after %d rounds %d of %d rows are decided%s"
            .formatted(rounds, decided, decisions.rows(), oneSided(decisions));
    if (decisions.open().isEmpty() && decisions.rows() > 0) {
      progress.say(state);
      return OptionalInt.empty();
    }
    double pair = new DurationEstimate(plan).windowOfAll();
    WindowNumber best = new WindowNumber(besideWindows(plan), pair, left(plan));
    int windows = best.of(plan, decisions);
    double seconds = best.round(windows);
    boolean room = rounds < until.most() && seconds <= left(plan);
    progress.say(
        state
            + open(decisions)
            + (room
                ? more(decisions, rounds, seconds)
                : "; the budget of "
                    + Durations.clock(until.budgetSeconds())
                    + " has no room for another round"));
    if (!room) {
      return OptionalInt.empty();
    }
    progress.adds(seconds);
    return OptionalInt.of(windows);
  }

  /** Seconds that all rounds took. */
  private double spent(HttpPlan plan) {
    double elapsed = (nanoTime.getAsLong() - begin) / NANOS_PER_SECOND;
    return before * new DurationEstimate(plan).round() + elapsed;
  }

  private double left(HttpPlan plan) {
    return plan.until().orElseThrow().budgetSeconds() - spent(plan);
  }

  /** Seconds of a round without its windows. */
  private double besideWindows(HttpPlan plan) {
    RoundPlan alternating = plan.windows().rounds().orElseThrow();
    int rounds = plan.common().trials();
    double windows = IntStream.rangeClosed(1, rounds).map(alternating::windows).average().orElse(0);
    return Math.max(0, spent(plan) / rounds - windows * new DurationEstimate(plan).windowOfAll());
  }

  private static String oneSided(Decisions decisions) {
    return decisions.oneSided() == 0
        ? ""
        : ", %d more measured on one side only".formatted(decisions.oneSided());
  }

  private static String open(Decisions decisions) {
    String named =
        decisions.open().stream()
            .limit(NAMED_ROWS)
            .map(open ->
                open.row()
                    + open.leastTold()
                        .map(told -> " (tells " + Numbers.percent(told) + ")")
                        .orElse(""))
            .collect(Collectors.joining("; "));
    int others = decisions.open().size() - NAMED_ROWS;
    return named.isEmpty() ? "" : ", not " + named + (others > 0 ? " and " + others + " more" : "");
  }

  /** What deciding all of them would cost, where that can be said. */
  private static String more(Decisions decisions, int rounds, double seconds) {
    boolean known = decisions.open().stream().allMatch(open -> open.roundsNeeded().isPresent());
    int most =
        decisions.open().stream()
            .flatMap(open -> open.roundsNeeded().stream())
            .reduce(rounds + 1, Math::max);
    return known && !decisions.open().isEmpty()
        ? "; about %d rounds more, %s, would decide all"
            .formatted(most - rounds, length((most - rounds) * seconds))
        : "";
  }

  /** A length that may be one of days: equal servers are decided last. */
  private static String length(double seconds) {
    return seconds < LONG_SECONDS ? Durations.clock(seconds) + " (mm:ss)" : Numbers.span(seconds);
  }
}
