package dev.tierbench.loadgen;

/** Bytes that cannot belong to a well-formed response; the message says why. No stack trace. */
final class BadResponseException extends Exception {

  BadResponseException(String reason) {
    super(reason, null, false, false);
  }
}
