package dev.tierbench.observer;

/** A source of counts that is not there, why, and what to do about it. */
public record Missing(String source, String reason, String remedy) {

  /** All on one line. */
  public String line() {
    return source + ": " + reason + (remedy.isEmpty() ? "" : "; " + remedy);
  }
}
