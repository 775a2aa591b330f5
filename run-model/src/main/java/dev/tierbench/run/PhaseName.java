package dev.tierbench.run;

/** The phases of a step, by the names that the load generator is given and the files have. */
public enum PhaseName implements Named {
  /** The first run of a fresh JVM, of a suite. */
  COLD,
  /** Runs of a suite until two agree. */
  WARM,
  /** Warms a fresh JVM up. */
  WARM_UP,
  /** Phase until the server is steady at the level. */
  SETTLE,
  /** Phase without load: another server of the round has its turn. */
  PAUSE,
  /** The load before a window of a round, until every connection has sent again. */
  LEAD_IN,
  /** The measured window, which nothing is attached to. */
  MEASURE,
  /** Phase with more load than the server can answer, in an overload. */
  OVERLOAD,
  /** Phase with the load of the measured window again, after an overload. */
  RECOVERY,
  /** Phase in which the tracer attaches. */
  ATTACH,
  /** Phase with the tracer attached. */
  TRACE,
  /** Phase in which the tracer detaches and the profiler attaches. */
  PROFILE_ATTACH,
  /** Phase with the profiler attached, without a tracer. */
  PROFILE,
  /** Phase with the load going on until the end of the last window has been read. */
  CLOSING;

  /** Whether that is its name in files. */
  public boolean is(String name) {
    return id().equals(name);
  }
}
