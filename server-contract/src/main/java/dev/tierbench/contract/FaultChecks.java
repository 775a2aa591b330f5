package dev.tierbench.contract;

import dev.tierbench.contract.EchoStub.Manner;
import dev.tierbench.contract.ServerContract.Strictness;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** What a server answers when echo misbehaves: once, in one line, and then it is well again. */
record FaultChecks(ServerUnderTest server, EchoStub echo, Strictness strictness) {
  private record Fault(String name, Manner manner, String reason) {}

  private static final int OK = 200;
  private static final int BAD_GATEWAY = 502;
  private static final int GATEWAY_TIMEOUT = 504;

  /** Beyond the longest wait of the server, also of one that stood still meanwhile. */
  private static final Duration LATE_BY = Duration.ofSeconds(10);

  private static final int FAN_REQUESTS = 30;
  private static final int FAN_CALLS = 3;
  private static final Duration QUIET = Duration.ofMillis(200);
  private static final String CLOSED = "echo closed the connection before its answer was complete";
  private static final String STATUS = "echo answered with status 500 instead of 200";

  private static final List<Fault> FAULTS =
      List.of(
          new Fault("closes the connection", Manner.CLOSE_UNANSWERED, CLOSED),
          new Fault("resets the connection", Manner.RESET_UNANSWERED, CLOSED),
          new Fault("closes it within the body", Manner.CLOSE_IN_BODY, CLOSED),
          new Fault("answers with status 500", Manner.ANSWER_500, STATUS),
          new Fault(
              "answers no HTTP", Manner.ANSWER_GARBAGE, "echo's answer is not readable as HTTP"));

  Stream<Check> checks() {
    return Stream.concat(
        FAULTS.stream()
            .map(fault -> new Check("echo that " + fault.name() + " is 502", () -> fault(fault))),
        Stream.of(
            new Check("echo that is late, silent or stalled is 504", this::silence),
            // The last: a call that was sent beside the one that failed may still come to echo.
            new Check("one call that fails fails the request", this::oneFailedCall)));
  }

  private void fault(Fault fault) {
    failure(BAD_GATEWAY, fault.reason(), fault.manner());
  }

  private void silence() {
    echo.lateness(server.echoTimeout().plus(LATE_BY));
    failure(
        GATEWAY_TIMEOUT,
        String.format(
            Locale.ROOT, "echo did not answer within %d ms", server.echoTimeout().toMillis()),
        Manner.ANSWER_LATE,
        Manner.NEVER_ANSWER,
        Manner.STALL_IN_BODY);
  }

  /** Many requests, since calls that are concurrent may fail at one moment; then one of three. */
  private void oneFailedCall() throws InterruptedException {
    for (String fan : List.of("sequence", "parallel")) {
      String path = "/sleep?calls=" + FAN_CALLS + "&fan=" + fan;
      echo.behave(Manner.ANSWER_500);
      server
          .getConcurrently(path, FAN_REQUESTS)
          .forEach(response -> reason(response, BAD_GATEWAY, STATUS));
      for (int failing = 0; failing < FAN_CALLS; failing++) {
        awaitStragglers();
        Manner[] manners = new Manner[FAN_CALLS];
        Arrays.fill(manners, Manner.ANSWER);
        manners[failing] = Manner.ANSWER_500;
        echo.behave(manners);
        reason(server.get(path), BAD_GATEWAY, STATUS);
      }
    }
    echo.behave(Manner.ANSWER);
  }

  /** Waits until no call comes that was sent beside one that failed. */
  private void awaitStragglers() throws InterruptedException {
    AtomicInteger before = new AtomicInteger(-1);
    boolean unused =
        Patience.holdsWithin(
            Patience.LONGEST,
            QUIET,
            () -> {
              int now = echo.requests();
              return before.getAndSet(now) == now;
            });
  }

  /**
   * Concurrent requests, one for each manner. The count proves that nothing was tried twice; the
   * last call, that all is well again.
   */
  private void failure(int status, String reason, Manner... manners) {
    Expect.status(server.get("/sleep"), OK);
    int before = echo.requests();
    echo.behave(manners);
    List<HttpResponse<String>> responses = server.getConcurrently("/sleep", manners.length);
    echo.behave(Manner.ANSWER);
    responses.forEach(response -> reason(response, status, reason));
    Expect.calls(echo, before, manners.length);
    Expect.body(server.get("/sleep"), EchoStub.BODY);
  }

  private void reason(HttpResponse<String> response, int status, String reason) {
    Expect.reason(response, status);
    if (strictness.ours()) {
      Expect.body(response, reason + "\n");
    }
  }
}
