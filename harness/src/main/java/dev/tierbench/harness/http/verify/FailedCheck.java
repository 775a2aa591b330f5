package dev.tierbench.harness.http.verify;

/** What a server does not keep, and how that showed, in one line. */
public record FailedCheck(String name, String reason) {

  public String line() {
    return name + ": " + reason;
  }
}
