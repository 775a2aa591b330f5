package dev.tierbench.server;

import java.util.Objects;

/** The server cannot listen where its settings say; the message says why and what to do. */
public final class CannotListen extends RuntimeException {

  private CannotListen(String message) {
    super(message);
  }

  /**
   * Explains why a bind failed.
   *
   * @param cause the exception with the operating system's message
   */
  public static CannotListen on(int port, Throwable cause) {
    return String.valueOf(cause.getMessage()).contains("Address already in use")
        ? portInUse(port)
        : because(cause);
  }

  public static CannotListen portInUse(int port) {
    return new CannotListen(
        ("port %s is in use: stop the process that listens on it, or choose another with"
                + " --server.port=N")
            .formatted(port));
  }

  /** Explains a failure that is no port in use, such as an address of another host. */
  public static CannotListen because(Throwable cause) {
    return new CannotListen(
        ("cannot listen: %s: give an address of this host with --server.address and a port that"
                + " this user may open with --server.port")
            .formatted(Objects.requireNonNullElse(cause.getMessage(), cause.toString())));
  }
}
