package dev.tierbench.report.stats;

/** In which direction a figure is better. */
public enum Better {
  HIGHER,
  LOWER
}
