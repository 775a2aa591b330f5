package dev.tierbench.harness.http.plan;

import dev.tierbench.metrics.SustainedRate;
import dev.tierbench.run.plan.RatePlan;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Searches the highest rate at which a server keeps a latency: in wide steps to a rate that keeps
 * it and one that misses it, then by bisection. The rates are those of a grid, so that trials and
 * servers share cells. A pure function of the rates that were tried.
 *
 * @param saturation throughput of the server, in requests per second
 */
public record RateSearch(double saturation) {

  private static final double FIRST = 0.7;
  private static final double LEAST = 0.05;
  private static final double MOST = 1.3;
  private static final int STRIDE = 4;
  private static final int DIGITS = 3;

  /**
   * Number of steps that say nothing at which a search ends: the host, and not the server, is what
   * is measured then.
   */
  private static final int MOST_SPOILED = 4;

  /** How many steps a search has as a rule. */
  public static final int USUAL_STEPS = 6;

  /**
   * The rate to try next; empty when the search is over.
   *
   * @param outcomes by rate whether the latency was kept
   * @param spoiled rates whose steps say nothing, and that are not tried again
   */
  public Optional<Integer> next(NavigableMap<Integer, Boolean> outcomes, Set<Integer> spoiled) {
    if (spoiled.size() >= MOST_SPOILED) {
      return Optional.empty();
    }
    SustainedRate found = SustainedRate.of(outcomes);
    int lowest = place(saturation * LEAST);
    int highest = place(saturation * MOST);
    int from = found.kept().map(RateSearch::place).orElse(lowest - 1) + 1;
    int to = found.missed().map(RateSearch::place).orElse(highest + 1) - 1;
    int aim;
    if (found.kept().isPresent() && found.missed().isPresent()) {
      aim = (from + to) / 2;
    } else if (found.missed().isPresent()) {
      aim = to + 1 - STRIDE;
    } else if (found.kept().isPresent()) {
      aim = from - 1 + STRIDE;
    } else {
      aim = place(saturation * FIRST);
    }
    int wanted = Math.clamp(aim, Math.min(from, to), Math.max(from, to));
    return IntStream.rangeClosed(from, to)
        .boxed()
        .filter(place -> !spoiled.contains(rate(place)) && !outcomes.containsKey(rate(place)))
        .min((a, b) -> Integer.compare(Math.abs(a - wanted), Math.abs(b - wanted)))
        .map(RateSearch::rate);
  }

  private static int place(double rate) {
    return (int) Math.round(Math.log(Math.max(1, rate)) / Math.log(SustainedRate.GRID));
  }

  /** Whole requests: below 20/s several places have the same rate. */
  private static int rate(int place) {
    return RatePlan.rounded(Math.pow(SustainedRate.GRID, place), DIGITS);
  }
}
