package dev.tierbench.contract.program;

import dev.tierbench.contract.AwakeClock;
import dev.tierbench.contract.Check;
import dev.tierbench.contract.Downstream;
import dev.tierbench.contract.ServerContract.Strictness;
import dev.tierbench.contract.ServerUnderTest;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One server against the whole contract, from the moment that it is ready.
 *
 * @param health the path that is 200 when it is ready
 * @param readyWithin how long that may take
 * @param model that it has to say it is; empty for any
 */
record Verification(
    URI address,
    String health,
    Duration readyWithin,
    Optional<String> model,
    long seed,
    Output output) {

  /**
   * Echo time-out assumed of a server that does not report its own: the longest that the contract
   * allows.
   */
  private static final Duration LONGEST_ECHO_TIMEOUT = Duration.ofSeconds(15);

  /** How long a server may take to say again that it is ready. */
  private static final Duration STAYS_READY = Duration.ofSeconds(20);

  /** Failures of one check for which a server is refused. */
  private static final int REFUSED = 2;

  /** How many checks came to what. */
  record Outcome(int passed, int failed, double seconds) {}

  Outcome run(Downstream downstream) throws InterruptedException {
    output.begins(address.toString(), downstream, seed);
    List<CheckResult> results = new ArrayList<>();
    try (ServerUnderTest waiting = server(LONGEST_ECHO_TIMEOUT)) {
      note(
          CheckResult.of(new Check("the server becomes ready", () -> awaitReady(waiting))),
          results);
      long start = System.nanoTime();
      if (results.getFirst().passed()) {
        verify(waiting, downstream, results);
      }
      int passed = (int) results.stream().filter(CheckResult::passed).count();
      Outcome outcome =
          new Outcome(passed, results.size() - passed, (System.nanoTime() - start) / 1e9);
      output.ends(outcome);
      return outcome;
    }
  }

  private ServerUnderTest server(Duration echoTimeout) {
    return new ServerUnderTest(address, health, echoTimeout, () -> {});
  }

  private void awaitReady(ServerUnderTest server) throws InterruptedException {
    if (!server.isReadyWithin(readyWithin)) {
      throw new AssertionError(
          "GET %s was not answered with 200 within %s s"
              .formatted(health, readyWithin.toSeconds()));
    }
  }

  /** A server that is gone or hangs would fail each check that is left after a long wait. */
  private void verify(ServerUnderTest ready, Downstream downstream, List<CheckResult> results)
      throws InterruptedException {
    try (ServerUnderTest server = server(echoTimeout(ready))) {
      Stream<Check> checks = downstream.checks(server, Strictness.ANY_SERVER, seed);
      for (Check check : Stream.concat(ofModel(server), checks).toList()) {
        note(repeated(server, downstream, results).run(check), results);
        if (!results.getLast().passed()) {
          downstream.recover();
          CheckResult still =
              CheckResult.of(new Check("the server stays ready", () -> stay(server)));
          if (!still.passed()) {
            note(still, results);
            return;
          }
        }
      }
    }
  }

  /** Once a server is refused, the checks that are left only say what else is wrong. */
  private static RepeatedCheck repeated(
      ServerUnderTest server, Downstream downstream, List<CheckResult> results) {
    int mostFailures = results.stream().allMatch(CheckResult::passed) ? REFUSED : 1;
    return new RepeatedCheck(
        AwakeClock.shared(),
        mostFailures,
        () -> {
          downstream.recover();
          server.reconnect();
          server.settle();
        });
  }

  private Stream<Check> ofModel(ServerUnderTest server) {
    return model.stream()
        .map(name -> new Check("the model is " + name, () -> requireModel(name, server)));
  }

  private static void requireModel(String name, ServerUnderTest server) {
    Object stated = server.settings().get("model");
    if (!name.equals(stated)) {
      throw new AssertionError("'model' of /settings is '" + stated + "'");
    }
  }

  private void stay(ServerUnderTest server) throws InterruptedException {
    if (!server.isReadyWithin(STAYS_READY)) {
      throw new AssertionError(
          "GET " + health + " is no longer answered with 200; the other checks were not run");
    }
  }

  private static Duration echoTimeout(ServerUnderTest server) {
    try {
      return server.statedEchoTimeout().orElse(LONGEST_ECHO_TIMEOUT);
    } catch (AssertionError noSettings) {
      return LONGEST_ECHO_TIMEOUT; // which a check says
    }
  }

  private void note(CheckResult result, List<CheckResult> results) {
    results.add(result);
    output.checked(result);
  }
}
