package dev.tierbench.run;

/** What a check says of a step, from best to worst. */
public enum Verdict {
  PASS,
  WARN,
  FAIL;

  /** The worse of the two. */
  public Verdict and(Verdict other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
