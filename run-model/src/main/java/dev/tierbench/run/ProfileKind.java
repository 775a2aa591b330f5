package dev.tierbench.run;

/** What a profile attributes to stacks. */
public enum ProfileKind implements Named {
  CPU("CPU", Weight.NANOSECONDS),
  ALLOC("allocated memory", Weight.BYTES),
  LOCK("time waiting for locks", Weight.NANOSECONDS),
  WALL("elapsed time of all threads", Weight.NANOSECONDS),
  PIN("pins of virtual threads", Weight.EVENTS),
  SWITCHES("context switches", Weight.EVENTS);

  /** What the weight of a stack counts. */
  public enum Weight {
    NANOSECONDS,
    BYTES,
    EVENTS
  }

  private final String label;
  private final Weight weight;

  ProfileKind(String label, Weight weight) {
    this.label = label;
    this.weight = weight;
  }

  public String label() {
    return label;
  }

  public Weight weight() {
    return weight;
  }
}
