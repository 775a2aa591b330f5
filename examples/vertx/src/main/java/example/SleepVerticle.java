package example;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.List;
import java.util.stream.Stream;

/** What one event loop serves. */
final class SleepVerticle extends VerticleBase {
  static final int BACKLOG = 8192;
  private static final String PLAIN = "text/plain;charset=UTF-8";

  private final Options options;
  private final String settings;
  private EchoClient echo;

  SleepVerticle(Options options, String settings) {
    this.options = options;
    this.settings = settings;
  }

  @Override
  public Future<?> start() {
    echo = new EchoClient(vertx, options);
    return vertx
        .createHttpServer(
            new HttpServerOptions()
                .setHost(options.address())
                .setPort(options.port())
                .setAcceptBacklog(BACKLOG)
                .setHttp2ClearTextEnabled(false))
        .requestHandler(this::route)
        .listen();
  }

  private void route(HttpServerRequest request) {
    HttpServerResponse response = request.response();
    if (!request.method().equals(HttpMethod.GET)) {
      response.putHeader("Allow", "GET");
      answer(response, 405, PLAIN, "method not allowed: use GET\n");
      return;
    }
    switch (request.path()) {
      case "/sleep" -> sleep(request.query(), response);
      case "/settings" -> answer(response, 200, "application/json", settings);
      case "/health" -> answer(response, 200, PLAIN, "ready");
      default -> answer(response, 404, PLAIN, "no such path\n");
    }
  }

  private void sleep(String query, HttpServerResponse response) {
    Future.succeededFuture(query)
        .map(Workload::of)
        .compose(work -> calls(work).map(work::body))
        .onSuccess(body -> answer(response, 200, PLAIN, body))
        .onFailure(failure -> refuse(response, failure));
  }

  private Future<String> calls(Workload work) {
    if (work.parallel()) {
      List<Future<String>> calls = Stream.generate(echo::ask).limit(work.calls()).toList();
      return Future.join(calls).map(all -> calls.getLast().result());
    }
    Future<String> last = echo.ask();
    for (int call = 1; call < work.calls(); call++) {
      last = last.compose(ignored -> echo.ask());
    }
    return last;
  }

  private static void refuse(HttpServerResponse response, Throwable failure) {
    if (failure instanceof Refusal refusal) {
      answer(response, refusal.status(), PLAIN, refusal.getMessage() + "\n");
    } else {
      failure.printStackTrace();
      answer(response, 500, PLAIN, "internal error, see the server's log\n");
    }
  }

  private static void answer(HttpServerResponse response, int status, String type, String text) {
    response.setStatusCode(status).putHeader("Content-Type", type).end(text);
  }
}
