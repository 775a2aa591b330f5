package dev.tierbench.floor.netty;

import dev.tierbench.server.EchoFailure;

/** Receives how a call of echo ended, once, on the event loop of the caller. */
@FunctionalInterface
interface Reply {
  /** One of the two is null, as for {@link java.util.concurrent.CompletableFuture#whenComplete}. */
  void ended(String body, EchoFailure failure);
}
