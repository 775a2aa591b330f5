package dev.tierbench.metrics;

/** Which way a metric improves. */
public enum Better {
  HIGHER,
  LOWER,
  /** Neither: it describes the circumstances, and is not compared. */
  NEITHER
}
