package dev.tierbench.loadgen.wire;

import java.io.IOException;

/** The server does not carry the load over HTTP/2 as it was asked to. */
final class Http2RefusedException extends IOException {

  private static final long serialVersionUID = 1;

  private final String hint;

  /**
   * @param hint what to do about it
   */
  Http2RefusedException(String message, String hint) {
    super(message);
    this.hint = hint;
  }

  String hint() {
    return hint;
  }
}
