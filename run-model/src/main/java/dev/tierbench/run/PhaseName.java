package dev.tierbench.run;

/** The phases of a step, by the names that the load generator is given and the files have. */
public enum PhaseName {
  /** The first run of a fresh JVM, of a suite. */
  COLD("cold"),
  /** Runs of a suite until two agree. */
  WARM("warm"),
  /** Warms a fresh JVM up. */
  WARM_UP("warm-up"),
  /** Until the server is in a steady state at the level. */
  SETTLE("settle"),
  /** The measured window, which nothing is attached to. */
  MEASURE("measure"),
  /** While the tracer attaches. */
  ATTACH("attach"),
  /** With the tracer attached. */
  TRACE("trace"),
  /** While the tracer detaches and the profiler attaches. */
  PROFILE_ATTACH("profile-attach"),
  /** With the profiler attached, and no tracer. */
  PROFILE("profile");

  private final String id;

  PhaseName(String id) {
    this.id = id;
  }

  /** Whether that is its name in files. */
  public boolean is(String name) {
    return id.equals(name);
  }

  /** The name in files and on the command line of the load generator. */
  public String id() {
    return id;
  }
}
