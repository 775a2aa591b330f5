package dev.tierbench.run;

/** The load generators that drive the measured and the traced window of a step, by program. */
public enum GeneratorName implements Named {
  /** Our own, which also warms up and settles when another one measures. */
  LOADGEN,
  WRK,
  WRK2,
  H2LOAD,
  OHA
}
