package dev.tierbench.harness.http.plan;

import java.util.List;

/** A plan for a purpose; every part of it can be changed by an option. */
public enum Preset {
  /** A look in about four minutes: one trial gives no verdict on a difference. */
  QUICK("200,800,1800,2600", 1, 6, 4),
  /** For results to publish. */
  STANDARD("200..2600:400", 3, 10, 6),
  /** The finer curve, for the knee. */
  FULL("200..2600:200", 5, 10, 6);

  public static final double SETTLE_SECONDS = 12;
  public static final double WARMUP_CAP_SECONDS = 40;
  public static final double WARMUP_TOP_CAP_SECONDS = 20;

  /** With an echo tier that answers after 50 ms, 3,000 requests a second at the most. */
  public static final int WARMUP_CONCURRENCY = 150;

  private final String levels;
  private final int trials;
  private final double measureSeconds;
  private final double traceSeconds;

  Preset(String levels, int trials, double measureSeconds, double traceSeconds) {
    this.levels = levels;
    this.trials = trials;
    this.measureSeconds = measureSeconds;
    this.traceSeconds = traceSeconds;
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
}
