package dev.tierbench.loadgen.engine;

/** The run could not start; the message names the cause and has a hint. */
public final class CannotRunException extends Exception {

  CannotRunException(String message) {
    super(message);
  }
}
