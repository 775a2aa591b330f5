package dev.tierbench.loadgen;

/** The run could not start; the message names the cause and has a hint. */
final class CannotRunException extends Exception {

  CannotRunException(String message) {
    super(message);
  }
}
