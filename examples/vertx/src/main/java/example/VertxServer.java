package example;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;

/** Answers GET /sleep with what echo answers: Vert.x, no thread waits. */
public final class VertxServer {
  private VertxServer() {}

  public static void main(String... arguments) {
    try {
      start(Options.of(arguments));
    } catch (IllegalArgumentException e) {
      fail(e);
    }
  }

  /** An instance of the verticle, with a pool of its own, for each event loop. */
  private static void start(Options options) {
    Vertx vertx =
        Vertx.vertx(
            new VertxOptions()
                .setPreferNativeTransport(true)
                .setEventLoopPoolSize(options.eventLoops()));
    String settings = Settings.json(options, vertx.isNativeTransportEnabled() ? "epoll" : "nio");
    vertx
        .deployVerticle(
            () -> new SleepVerticle(options, settings),
            new DeploymentOptions().setInstances(options.eventLoops()))
        .onSuccess(id -> System.out.println("listening on port " + options.port()))
        .onFailure(VertxServer::fail);
  }

  private static void fail(Throwable failure) {
    System.err.println("cannot start: " + failure.getMessage());
    System.exit(1);
  }
}
