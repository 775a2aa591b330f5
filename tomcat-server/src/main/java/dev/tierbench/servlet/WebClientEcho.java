package dev.tierbench.servlet;

import dev.tierbench.server.EchoSettings;
import dev.tierbench.server.Settings;
import dev.tierbench.server.reactor.ReactiveEchoClient;
import dev.tierbench.server.reactor.ReactorNetty;
import dev.tierbench.server.reactor.Transport;
import java.util.Optional;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;

/**
 * Asks echo over reactor-netty, and the caller's thread waits for the event loop that reads the
 * answer, as {@code WebClient} is often used in Spring MVC.
 */
public final class WebClientEcho implements Echo, AutoCloseable {

  private final int eventLoops;
  private final EchoSettings settings;
  private final LoopResources loops;
  private final ConnectionProvider pool;
  private final HttpClient http;
  private final ReactiveEchoClient client;

  WebClientEcho(EchoSettings settings) {
    this.settings = settings;
    eventLoops = ReactorNetty.eventLoops(0);
    loops = ReactorNetty.loops(Transport.best(), eventLoops);
    pool = ReactorNetty.pool(settings);
    http = ReactorNetty.client(settings, pool, loops);
    client = new ReactiveEchoClient(http, settings);
  }

  @Override
  public String ask() {
    return client.ask().block();
  }

  @Override
  public Settings.Client settings() {
    return ReactorNetty.settings(http.configuration(), settings);
  }

  @Override
  public String version() {
    return ReactorNetty.VERSION;
  }

  @Override
  public Optional<Integer> eventLoops() {
    return Optional.of(eventLoops);
  }

  @Override
  public void close() {
    pool.dispose();
    loops.dispose();
  }
}
