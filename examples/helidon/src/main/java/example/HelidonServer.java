package example;

import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import jakarta.json.JsonObject;
import java.time.Duration;

/** Answers GET /sleep with what echo answers: Helidon SE, a virtual thread per connection. */
public final class HelidonServer {
  static final int BACKLOG = 8192;
  static final Duration KEEP_ALIVE = Duration.ofDays(1);

  private final Workloads workloads;

  private HelidonServer(Workloads workloads) {
    this.workloads = workloads;
  }

  public static void main(String... arguments) {
    try {
      start(Options.of(arguments));
    } catch (IllegalArgumentException | IllegalStateException e) {
      System.err.println("cannot start: " + e.getMessage());
      System.exit(1);
    }
  }

  private static void start(Options options) {
    HelidonServer handler = new HelidonServer(new Workloads(new EchoClient(options)));
    JsonObject settings = Settings.json(options);
    WebServer server =
        WebServer.builder()
            .host(options.address())
            .port(options.port())
            .backlog(BACKLOG)
            .idleConnectionTimeout(KEEP_ALIVE)
            .connectionOptions(socket -> socket.tcpNoDelay(true))
            .routing(routing -> handler.route(routing, settings))
            .build()
            .start();
    if (!server.isRunning()) {
      throw new IllegalStateException(
          "cannot listen on " + options.address() + ":" + options.port() + "; see above");
    }
    System.out.println("listening on port " + server.port());
  }

  private void route(HttpRouting.Builder routing, JsonObject settings) {
    routing
        .get("/sleep", this::sleep)
        .get("/settings", (request, response) -> response.send(settings))
        .get("/health", (request, response) -> response.send("ready"))
        .error(
            Refusal.class,
            (request, response, refusal) ->
                answer(
                    response.status(Status.create(refusal.status())), refusal.getMessage() + "\n"));
  }

  private void sleep(ServerRequest request, ServerResponse response) throws InterruptedException {
    answer(response, workloads.answer(request.query().rawValue()));
  }

  private static void answer(ServerResponse response, String text) {
    response.header(HeaderNames.CONTENT_TYPE, "text/plain;charset=UTF-8").send(text);
  }
}
