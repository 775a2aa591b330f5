package dev.tierbench.harness.http.plan;

import java.util.List;

/** A plan for a purpose; every part of it can be changed by an option. */
public enum Preset {
  /**
   * A first run with verdicts, in five minutes with the build: one level, which the step before its
   * window settles at, threads counted in one trial of each server.
   */
  QUICK("800", 3, 1, 4, 3, 0),
  /** For results to publish: six tenths of it are measured or traced. */
  STANDARD("200..2600:400", 3, Integer.MAX_VALUE, 20, 8, 20),
  /** The finer curve, for the knee. */
  FULL("200..2600:200", 5, Integer.MAX_VALUE, 20, 8, 20);

  public static final double SETTLE_SECONDS = 12;
  public static final double WARMUP_CAP_SECONDS = 40;

  /** How long a generator other than ours drives the server before it measures. */
  public static final double GENERATOR_SETTLE_SECONDS = 6;

  /** Steps of a trial that are measured again at most, when others on the hardware spoiled them. */
  public static final int REPEAT_NOISY = 2;

  /** With an echo tier that answers after 50 ms, 3,000 requests a second at the most. */
  public static final int WARMUP_CONCURRENCY = 150;

  private final String levels;
  private final int trials;
  private final int tracedTrials;
  private final double measureSeconds;
  private final double traceSeconds;
  private final double warmupTopCapSeconds;

  Preset(
      String levels,
      int trials,
      int tracedTrials,
      double measureSeconds,
      double traceSeconds,
      double warmupTopCapSeconds) {
    this.levels = levels;
    this.trials = trials;
    this.tracedTrials = tracedTrials;
    this.measureSeconds = measureSeconds;
    this.traceSeconds = traceSeconds;
    this.warmupTopCapSeconds = warmupTopCapSeconds;
  }

  public List<Integer> levels() {
    return Levels.parse(levels);
  }

  public int trials() {
    return trials;
  }

  public double measureSeconds() {
    return measureSeconds;
  }

  public double traceSeconds() {
    return traceSeconds;
  }

  public double warmupTopCapSeconds() {
    return warmupTopCapSeconds;
  }

  /** Trials of each server, from the first, in which threads are counted. */
  public int tracedTrials() {
    return tracedTrials;
  }
}
