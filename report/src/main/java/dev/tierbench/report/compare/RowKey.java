package dev.tierbench.report.compare;

import java.util.Optional;

/** What a row is about. */
public record RowKey(
    String metric,
    String server,
    Optional<Integer> level,
    Optional<String> role,
    Optional<String> syscall) {

  /** {@code tomcat-platform @ 800, worker, futex}. */
  public String subject() {
    return server
        + level.map(at -> " @ " + at).orElse("")
        + role.map(name -> ", " + name).orElse("")
        + syscall.map(name -> ", " + name).orElse("");
  }
}
