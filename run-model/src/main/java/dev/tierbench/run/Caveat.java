package dev.tierbench.run;

/**
 * What is missing or limits a result, and how to mend it.
 *
 * @param hint empty when nothing is known to help
 */
public record Caveat(String what, String hint) {

  /** Both on one line. */
  public String line() {
    return hint.isEmpty() ? what : what + "; " + hint;
  }
}
