package dev.tierbench.report.stats;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Levels for tests that are looked at after each round, so that the chance of ever calling equal
 * subjects different stays at that of one look. The error is spent as by O'Brien and Fleming's
 * bounds: little in the early looks, most in the last (Lan and DeMets 1983). The looks are at equal
 * steps up to a most number; levels do not depend on what was seen.
 */
public final class GroupSequential {

  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  /**
   * The error to spend so that rounds stay below {@link DifferenceTest#ALPHA}: Student's t of few
   * rounds errs a little more than the normal theory of the bounds has it (by up to 0.5 % in 10,000
   * simulated runs).
   */
  public static final double ERROR = 0.045;

  /** A bound beyond which no path goes: what a look spends there is less than 1e-15. */
  private static final double NOWHERE = 8;

  private static final int HALVINGS = 60;

  private final int first;
  private final List<Double> levels;

  private GroupSequential(int first, List<Double> levels) {
    this.first = first;
    this.levels = List.copyOf(levels);
  }

  /**
   * The levels of looks.
   *
   * @param first of the looks, such as 2 for after the second round
   * @param most the last of them
   * @param error of all looks together, of both sides
   */
  public static GroupSequential of(int first, int most, double error) {
    if (first < 1 || most < first) {
      throw new IllegalArgumentException("expected 1 <= first <= most, not " + first + ", " + most);
    }
    List<Double> levels = new ArrayList<>();
    double spent = 0;
    Paths paths = Paths.AT_START;
    for (int look = first; look <= most; look++) {
      double time = (double) look / most;
      double toSpend = spentUntil(time, error / 2) - spent;
      double bound = bound(paths, time, toSpend);
      levels.add(2 * NORMAL.survivalProbability(bound));
      paths = paths.going(time, bound);
      spent += toSpend;
    }
    return new GroupSequential(first, levels);
  }

  /**
   * The two-sided level of a look; that of the first before it, and that of the last after it.
   *
   * @param look such as the number of rounds so far
   */
  public double level(int look) {
    return levels.get(Math.clamp(look - (long) first, 0, levels.size() - 1));
  }

  /** What of the error of a side is spent at a share of the most looks. */
  private static double spentUntil(double time, double side) {
    return 2
        * NORMAL.survivalProbability(NORMAL.inverseSurvivalProbability(side / 2) / Math.sqrt(time));
  }

  /** The bound that so much of the paths crosses on one side. */
  private static double bound(Paths paths, double time, double toSpend) {
    double low = 0;
    double high = NOWHERE;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      if (paths.crossing(time, middle) > toSpend) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }
}
