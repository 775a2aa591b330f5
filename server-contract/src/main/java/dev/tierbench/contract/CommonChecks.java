package dev.tierbench.contract;

import dev.tierbench.contract.ServerContract.Strictness;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What a server answers whatever the tier behind it. */
public record CommonChecks(ServerUnderTest server, Strictness strictness) {
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int METHOD_NOT_ALLOWED = 405;

  /** What is 400 whatever the tier behind the server. */
  public static final List<String> INVALID_WORKLOADS =
      List.of(
          "calls=0",
          "calls=101",
          "calls=two",
          "calls",
          "fan=wide",
          "cpu=200",
          "cpu=2000ms",
          "bytes=-1",
          "bytes=2000k",
          "colour=red",
          "calls=2&&fan=parallel");

  /** Most CPU work that a request may ask for. */
  private static final Duration WORK = Duration.ofSeconds(1);

  /** Less of it no host does it in, however much faster it is than when the work was timed. */
  private static final Duration LEAST = Duration.ofMillis(200);

  /**
   * Asks for the most CPU work and fails where the answer comes too soon for it to have been done.
   *
   * @param path ends where the amount follows
   */
  public static void worksFor(ServerUnderTest server, String path, String body) {
    long start = System.nanoTime();
    Expect.body(server.get(path + WORK.toMillis() + "ms"), body);
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    Expect.that(
        took.compareTo(LEAST) >= 0,
        "%d ms of CPU work were answered after %d ms",
        WORK.toMillis(),
        took.toMillis());
  }

  /** Returns the checks in the order in which to run them. */
  public Stream<Check> checks() {
    Stream<Check> any =
        Stream.of(
            new Check(server.health() + " says that the server is ready", this::healthIsReady),
            new Check("/settings names schema and model", this::settingsNameTheModel));
    Stream<Check> ofOurs =
        Stream.of(
            new Check("an unknown path is 404 in one line", this::unknownPath),
            new Check("a wrong method is 405 in one line", this::wrongMethod));
    return Stream.concat(any, strictness.ours() ? ofOurs : Stream.empty());
  }

  private void healthIsReady() {
    HttpResponse<String> response = server.get(server.health());
    Expect.status(response, OK);
    if (strictness.ours()) {
      Expect.body(response, "ready");
    }
  }

  private void settingsNameTheModel() {
    HttpResponse<String> response = server.get("/settings");
    Expect.status(response, OK);
    Expect.type(response, "application/json");
    Map<String, Object> settings = server.settings();
    Expect.that(
        "tierbench/settings/1".equals(settings.get("schema")),
        "'schema' of /settings is '%s' instead of tierbench/settings/1",
        settings.get("schema"));
    Expect.that(
        settings.get("model") instanceof String model && !model.isBlank(),
        "'model' of /settings is '%s' instead of a name",
        settings.get("model"));
  }

  private void unknownPath() {
    HttpResponse<String> response = server.get("/nothing");
    Expect.reason(response, NOT_FOUND);
    Expect.body(response, "no such path: this server has GET /sleep, /settings and /health\n");
  }

  private void wrongMethod() {
    HttpResponse<String> response = server.send("POST", "/sleep");
    Expect.reason(response, METHOD_NOT_ALLOWED);
    Expect.body(response, "method not allowed: use GET\n");
    String allow = response.headers().firstValue("allow").orElse("");
    Expect.that(allow.equals("GET"), "the header Allow is '%s' instead of GET", allow);
  }
}
