package dev.tierbench.run;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** The load generators that drive the measured and the traced window of a step, by program. */
public enum GeneratorName implements Named {
  /** Our own, which also warms up and settles when another one measures. */
  @JsonEnumDefaultValue
  LOADGEN,
  WRK,
  WRK2,
  H2LOAD,
  OHA,
  AB
}
