package dev.tierbench.floor.common;

/** The port is taken, or the address is not this host's. */
public final class CannotListen extends RuntimeException {
  public CannotListen(Throwable cause) {
    super(cause.getMessage(), cause);
  }
}
