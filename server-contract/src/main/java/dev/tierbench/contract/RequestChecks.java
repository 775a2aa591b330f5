package dev.tierbench.contract;

import dev.tierbench.contract.EchoStub.Manner;
import dev.tierbench.contract.ServerContract.Strictness;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/** What a server answers to a good request and to a bad one, while echo is well. */
record RequestChecks(ServerUnderTest server, EchoStub echo, Strictness strictness) {
  private static final int OK = 200;
  private static final int BAD_REQUEST = 400;
  private static final int GATEWAY_TIMEOUT = 504;

  Stream<Check> checks() {
    Stream<Check> good =
        Stream.of(
            new Check("each /sleep asks echo once and returns its body", this::sleep),
            new Check("calls are made one after another", this::callsInSequence),
            new Check("calls are concurrent with fan=parallel", this::callsInParallel),
            new Check("an answer has the length that was asked for", this::lengths),
            new Check("CPU work is done and changes no answer", this::cpuWork),
            new Check("an instant answer follows one that waited", this::instantAfterWaiting));
    Stream<Check> bad =
        Stream.concat(CommonChecks.INVALID_WORKLOADS.stream(), Stream.of("query=point"))
            .map(query -> new Check("/sleep?" + query + " is 400", () -> invalid(query)));
    Stream<Check> ofOurs =
        Stream.of(new Check("echo is asked for plain text and nothing else", this::requestToEcho));
    return Stream.of(
            new CommonChecks(server, strictness).checks(),
            good,
            bad,
            strictness.ours() ? ofOurs : Stream.<Check>empty())
        .flatMap(Function.identity());
  }

  /** Twice: the answer to the first must not be stored for the second. */
  private void sleep() {
    for (int request = 0; request < 2; request++) {
      int before = echo.requests();
      HttpResponse<String> response = server.get("/sleep");
      Expect.status(response, OK);
      Expect.type(response, strictness.ours() ? "text/plain;charset=UTF-8" : "text/plain");
      Expect.body(response, EchoStub.BODY);
      Expect.calls(echo, before, 1);
    }
  }

  private void requestToEcho() {
    server.get("/sleep");
    List<String> sent =
        echo.lastRequest()
            .lines()
            .map(line -> line.replaceAll(":.*", "").toLowerCase(Locale.ROOT))
            .toList();
    Expect.that(
        sent.containsAll(List.of("get /echo http/1.1", "accept", "host"))
            && sent.stream().noneMatch(List.of("upgrade", "accept-encoding", "cookie")::contains),
        "echo was asked with %s",
        sent);
  }

  private void callsInSequence() {
    int before = echo.requests();
    echo.mostConcurrent();
    Expect.body(server.get("/sleep?calls=4"), EchoStub.BODY);
    Expect.body(server.get("/sleep?calls=4&fan=sequence"), EchoStub.BODY);
    Expect.calls(echo, before, 8);
    int concurrent = echo.mostConcurrent();
    Expect.that(concurrent == 1, "echo had %d calls at the same time", concurrent);
  }

  private void callsInParallel() {
    int before = echo.requests();
    echo.mostConcurrent();
    echo.behave(Manner.ANSWER_TOGETHER);
    HttpResponse<String> response = server.get("/sleep?fan=parallel&calls=" + EchoStub.TOGETHER);
    echo.behave(Manner.ANSWER);
    // Echo goes on holding a call that the server gave up, so more of them alone prove nothing.
    boolean gaveUp = response.statusCode() == GATEWAY_TIMEOUT;
    Expect.that(
        echo.mostConcurrent() == EchoStub.TOGETHER && !gaveUp,
        "echo never had %d calls at the same time, and the answer has status %d",
        EchoStub.TOGETHER,
        response.statusCode());
    Expect.body(response, EchoStub.BODY);
    Expect.calls(echo, before, EchoStub.TOGETHER);
  }

  private void lengths() {
    Expect.body(
        server.get("/sleep?bytes=16k"), new SleepRequest("", 1, 16 * 1024).due(EchoStub.BODY));
    Expect.body(server.get("/sleep?bytes=3"), new SleepRequest("", 1, 3).due(EchoStub.BODY));
  }

  private void cpuWork() {
    CommonChecks.worksFor(server, "/sleep?cpu=", EchoStub.BODY);
    Expect.body(server.get("/sleep?cpu=200us"), EchoStub.BODY);
    Expect.body(
        server.get("/sleep?cpu=2ms&calls=2&bytes=5"),
        new SleepRequest("", 2, 5).due(EchoStub.BODY));
  }

  /** Alternately on one connection: the two kinds of answers may come from different threads. */
  private void instantAfterWaiting() {
    for (int turn = 0; turn < 20; turn++) {
      Expect.body(server.get("/sleep"), EchoStub.BODY);
      Expect.status(server.get(server.health()), OK);
    }
  }

  /** Echo is asked nothing. */
  private void invalid(String query) {
    int before = echo.requests();
    HttpResponse<String> response = server.get("/sleep?" + query);
    Expect.reason(response, BAD_REQUEST);
    if (strictness.ours()) {
      Expect.that(
          response.body().startsWith("invalid workload '")
              && response.body().contains("expected calls=1.."),
          "the reason is '%s'",
          response.body().strip());
    }
    Expect.calls(echo, before, 0);
  }
}
