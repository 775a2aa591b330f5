package dev.tierbench.servlet;

import dev.tierbench.server.Settings;
import dev.tierbench.server.blocking.BlockingEchoClient;
import java.util.Optional;

/** Asks echo over a blocking socket. */
record HttpClientEcho(BlockingEchoClient client) implements Echo {

  @Override
  public String ask() {
    return client.ask();
  }

  @Override
  public Settings.Client settings() {
    return client.settings();
  }

  @Override
  public String version() {
    return BlockingEchoClient.VERSION;
  }

  @Override
  public Optional<Integer> eventLoops() {
    return Optional.empty();
  }
}
