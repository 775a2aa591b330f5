package dev.tierbench.run;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The two kinds of runs. */
public enum Kind {
  /** Load over HTTP on a server; an operation is a request. */
  @JsonProperty("http")
  HTTP,
  /** Tasks inside one JVM; what an operation is, its suite says. */
  @JsonProperty("suite")
  SUITE
}
