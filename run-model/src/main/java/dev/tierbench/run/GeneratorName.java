package dev.tierbench.run;

<<<<<<< HEAD
/** The load generators that drive the measured and the traced window of a step, by program. */
public enum GeneratorName implements Named {
  /** Our own, which also warms up and settles when another one measures. */
  LOADGEN,
  WRK,
  WRK2,
  H2LOAD,
  OHA
=======
import com.fasterxml.jackson.annotation.JsonValue;

/** The load generators that drive the measured and the traced window of a step. */
public enum GeneratorName {
  /** Our own, which also warms up and settles when another one measures. */
  LOADGEN("loadgen"),
  WRK("wrk"),
  WRK2("wrk2"),
  H2LOAD("h2load"),
  OHA("oha");

  private final String id;

  GeneratorName(String id) {
    this.id = id;
  }

  /** The name in files, on the command line, and of the program. */
  @JsonValue
  public String id() {
    return id;
  }
>>>>>>> reduce-harness-rest
}
