package dev.tierbench.loadgen.result;

/** The kinds of failed requests, as {@code load.json} counts them. */
public enum FailureKind {
  /** A well-formed response with another status than the expected one. */
  STATUS,
  /** A response with the wrong text, or bytes that are no response. */
  BODY,
  /** No connection could be made for a request of the closed model. */
  CONNECT,
  /** The connection ended before the response did. */
  RESET,
  /** The response was not complete in time. */
  TIMEOUT
}
