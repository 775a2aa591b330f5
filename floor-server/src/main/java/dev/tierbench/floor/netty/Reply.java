package dev.tierbench.floor.netty;

import dev.tierbench.server.EchoFailure;

/** Who waits for echo: told once, on its own event loop. */
interface Reply {
  void answered(String body);

  void failed(EchoFailure failure);
}
