package dev.tierbench.harness.http;

import dev.tierbench.harness.http.plan.DurationEstimate;
import dev.tierbench.harness.run.Durations;
import dev.tierbench.harness.run.Progress;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.RoundPlan.Until;
import dev.tierbench.run.protocol.Decisions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Decides after each round of a sweep until decided whether there is another: while a row is open,
 * and a round as long as those so far ends within the budget. Rounds of an earlier part of a run
 * that is resumed count as long as planned. Used by one thread.
 */
final class RoundBudget {

  private static final double NANOS_PER_SECOND = 1e9;
  private static final int NAMED_ROWS = 3;

  private final Judge judge;
  private final Progress progress;
  private final LongSupplier nanoTime;
  private final double spentBefore;
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
  RoundBudget(Judge judge, Progress progress, LongSupplier nanoTime, HttpPlan plan, int complete) {
    this.judge = judge;
    this.progress = progress;
    this.nanoTime = nanoTime;
    this.before = complete;
    this.spentBefore = complete * new DurationEstimate(plan).round();
    this.begin = nanoTime.getAsLong();
  }

  /**
   * Whether one more round is to be carried out, which the progress explains.
   *
   * @param plan of which all rounds are complete
   * @throws IOException when it cannot be found out what they decide
   */
  boolean hasAnother(RunFolder folder, HttpPlan plan) throws IOException, InterruptedException {
    Optional<Until> until = plan.until();
    if (until.isEmpty()) {
      return false;
    }
    int rounds = plan.common().trials();
    Decisions decisions = judge.decisions(folder.root());
    int decided = decisions.rows() - decisions.open().size();
    String state =
        "after %d rounds %d of %d rows are decided".formatted(rounds, decided, decisions.rows());
    if (decisions.open().isEmpty() && decisions.rows() > 0) {
      progress.say(state);
      return false;
    }
    double elapsed = (nanoTime.getAsLong() - begin) / NANOS_PER_SECOND;
    int here = rounds - before;
    double round = here > 0 ? elapsed / here : new DurationEstimate(plan).round();
    boolean room =
        rounds < until.get().most() && spentBefore + elapsed + round <= until.get().budgetSeconds();
    progress.say(
        state
            + open(decisions)
            + (room
                ? more(decisions, rounds, round)
                : "; the budget of "
                    + Durations.clock(until.get().budgetSeconds())
                    + " has no room for another round"));
    if (room) {
      progress.adds(round);
    }
    return room;
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
        ? "; about %d rounds more, %s (mm:ss), would decide all"
            .formatted(most - rounds, Durations.clock((most - rounds) * seconds))
        : "";
  }
}
