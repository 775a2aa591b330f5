package dev.tierbench.run;

/** The two kinds of runs. */
public enum Kind implements Named {
  /** Load over HTTP on a server; an operation is a request. */
  HTTP,
  /** Tasks inside one JVM; what an operation is, its suite says. */
  SUITE
}
