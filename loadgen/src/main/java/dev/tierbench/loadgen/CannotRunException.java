package dev.tierbench.loadgen;

/** The run could not start; the message names the cause and the remedy. */
final class CannotRunException extends Exception {

  CannotRunException(String message) {
    super(message);
  }
}
