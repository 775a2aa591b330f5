package dev.tierbench.servlet;

import dev.tierbench.server.EchoFailure;
import dev.tierbench.server.Settings;
import java.util.Optional;

/** Asks echo by one of two clients; the caller's thread waits. */
public interface Echo {

  /**
   * One call.
   *
   * @throws EchoFailure when there is no answer to pass on
   */
  String ask();

  /** The limits of the client in force. */
  Settings.Client settings();

  /** Name and version of the client's library. */
  String version();

  /** Threads that the client has of its own; empty when the caller's does all. */
  Optional<Integer> eventLoops();
}
