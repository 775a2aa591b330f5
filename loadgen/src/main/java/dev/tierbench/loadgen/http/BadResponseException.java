package dev.tierbench.loadgen.http;

/** Bytes that cannot belong to a well-formed response; the message says why. No stack trace. */
public final class BadResponseException extends Exception {

  /** Creates one that names what is wrong with the bytes. */
  public BadResponseException(String reason) {
    super(reason, null, false, false);
  }
}
