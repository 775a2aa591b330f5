package dev.tierbench.sweep.plan;

import java.util.List;

/** A plan for a purpose; every part of it can be changed by an option. */
public enum Preset {
  /** A look in about four minutes: one trial gives no verdict on a difference. */
  QUICK("200,800,1800,2600", 1, 40, 6, 4),
  /** The figures to publish. */
  STANDARD("200..2600:400", 3, 60, 10, 10),
  /** The finer curve, for the knee. */
  FULL("200..2600:200", 5, 60, 10, 10);

  public static final double SETTLE_SECONDS = 5;
  public static final double BURST_SECONDS = 5;
  public static final double IDLE_SECONDS = 2;

  private final String levels;
  private final int trials;
  private final double warmupCapSeconds;
  private final double cleanSeconds;
  private final double countedSeconds;

  Preset(
      String levels,
      int trials,
      double warmupCapSeconds,
      double cleanSeconds,
      double countedSeconds) {
    this.levels = levels;
    this.trials = trials;
    this.warmupCapSeconds = warmupCapSeconds;
    this.cleanSeconds = cleanSeconds;
    this.countedSeconds = countedSeconds;
  }

  public List<Integer> levels() {
    return Levels.parse(levels);
  }

  public int trials() {
    return trials;
  }

  public double cleanSeconds() {
    return cleanSeconds;
  }

  public double countedSeconds() {
    return countedSeconds;
  }

  public double warmupCapSeconds() {
    return warmupCapSeconds;
  }
}
