package dev.tierbench.run;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The two kinds of runs. */
public enum Kind {
  /** Load over HTTP on a server; an operation is a request. */
  @JsonProperty("http")
  HTTP("req"),
  /** Tasks inside one JVM; an operation is a task. */
  @JsonProperty("suite")
  SUITE("task");

  private final String operation;

  Kind(String operation) {
    this.operation = operation;
  }

  /** The short word for an operation, as it stands in a unit. */
  public String operation() {
    return operation;
  }
}
