package dev.tierbench.contract.database;

import dev.tierbench.contract.Check;
import dev.tierbench.contract.Expect;
import dev.tierbench.contract.Patience;
import dev.tierbench.contract.ServerContract.Strictness;
import dev.tierbench.contract.ServerUnderTest;
import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** What a server answers when the database misbehaves: in one line, and then it is well again. */
record DatabaseFaultChecks(
    ServerUnderTest server, TestDatabase database, DatabaseProxy proxy, Strictness strictness) {
  private static final int BAD_GATEWAY = 502;
  private static final int GATEWAY_TIMEOUT = 504;
  private static final int OK = 200;
  private static final int DEFAULT_POOL = 20;
  private static final int BEYOND_THE_POOL = 3;
  private static final int MOST_FAILURES = 3;
  private static final String POINT = "/sleep?query=point";
  private static final String TRANSACTION = "/sleep?query=tx(3)";
  private static final String ERROR = "the database answered with an error: 42P01\n";
  private static final String CLOSED =
      "the database closed the connection before its answer was complete\n";

  Stream<Check> checks() {
    return Stream.of(
        new Check("a database that is late is 504, and the statement ends there", this::late),
        new Check("a transaction that is late is 504 and leaves nothing", this::lateTransaction),
        new Check("a pool that is exhausted is 504", this::exhausted),
        new Check("an error of the database is 502", this::wrong),
        new Check("a transaction with an error is 502 and leaves nothing", this::wrongTransaction),
        new Check(
            "a database that closes its connections is 502", () -> cut(proxy::closeConnections)),
        new Check(
            "a database that resets its connections is 502", () -> cut(proxy::resetConnections)),
        new Check("a database that stands still is 504", this::standsStill),
        new Check("one query that fails fails the request", this::oneFails));
  }

  private void late() throws Exception {
    database.lock(TestDatabase.ROWS);
    answered(server.get(POINT), GATEWAY_TIMEOUT, silent());
    Patience.await("the statement has ended in the database", this::isIdle);
    database.recover();
    isWell();
  }

  private void lateTransaction() throws Exception {
    long counted = database.counted();
    long logged = database.logged();
    database.lock(TestDatabase.LOG);
    answered(server.get(TRANSACTION), GATEWAY_TIMEOUT, silent());
    Patience.await("the statement has ended in the database", this::isIdle);
    database.recover();
    leftNothing(counted, logged);
    isWell();
  }

  private void leftNothing(long counted, long logged) throws SQLException {
    Expect.that(
        database.counted() == counted && database.logged() == logged,
        "a transaction that failed was committed in part");
  }

  /**
   * More requests than connections, while no statement ends. The last ones wait for a connection,
   * and those of a server that waits for one as long as for an answer may still get one.
   */
  private void exhausted() throws Exception {
    int pool = pool();
    database.lock(TestDatabase.ROWS);
    List<HttpResponse<String>> responses = server.getConcurrently(POINT, pool + BEYOND_THE_POOL);
    database.recover();
    responses.forEach(response -> Expect.reason(response, GATEWAY_TIMEOUT));
    if (strictness.ours()) {
      String exhausted =
          "no connection to the database came free within %d ms\n"
              .formatted(ServerUnderTest.ACQUIRE_TIMEOUT_MILLIS);
      long without = responses.stream().filter(of -> of.body().equals(exhausted)).count();
      long late = responses.stream().filter(of -> of.body().equals(silent())).count();
      Expect.that(
          without == BEYOND_THE_POOL && late == pool,
          "%d requests had no connection and %d no answer, of %d with a pool of %d",
          without,
          late,
          responses.size(),
          pool);
    }
    isWell();
  }

  private int pool() {
    return server.settings().get("pool_size") instanceof Number size
        ? size.intValue()
        : DEFAULT_POOL;
  }

  private void wrong() throws Exception {
    isWell();
    database.hide(TestDatabase.ROWS);
    answered(server.get(POINT), BAD_GATEWAY, ERROR);
    database.recover();
    isWell();
  }

  private void wrongTransaction() throws Exception {
    long counted = database.counted();
    long logged = database.logged();
    database.hide(TestDatabase.LOG);
    answered(server.get(TRANSACTION), BAD_GATEWAY, ERROR);
    database.recover();
    leftNothing(counted, logged);
    isWell();
  }

  /** The statement waits in the database when its connection is cut. */
  private void cut(Check.Body cut) throws Exception {
    isWell();
    database.lock(TestDatabase.ROWS);
    CompletableFuture<HttpResponse<String>> asked =
        CompletableFuture.supplyAsync(() -> server.get(POINT));
    Patience.await("the statement waits in the database", () -> !isIdle());
    cut.run();
    answered(asked.join(), BAD_GATEWAY, CLOSED);
    database.recover();
    isSoonWell();
  }

  /**
   * An event loop that has not run since may still hand out a connection that was cut: a few
   * requests in sequence may meet one, and then any of those at a time that use all connections.
   */
  private void isSoonWell() throws InterruptedException {
    int failed = 0;
    for (var next = server.get(POINT); next.statusCode() != OK; next = server.get(POINT)) {
      answered(next, BAD_GATEWAY, CLOSED);
      failed++;
      Expect.that(
          failed <= MOST_FAILURES,
          "%d requests in sequence failed after connections to the database were cut",
          failed);
    }
    Patience.await("all connections to the database are open again", this::useOpenConnections);
    isWell();
  }

  /** Whether requests on all connections at a time find them open. */
  private boolean useOpenConnections() {
    List<HttpResponse<String>> failed =
        server.getConcurrently(POINT, pool()).stream()
            .filter(response -> response.statusCode() != OK)
            .toList();
    failed.forEach(response -> answered(response, BAD_GATEWAY, CLOSED));
    return failed.isEmpty();
  }

  private void standsStill() throws Exception {
    useAllConnections();
    proxy.standStill();
    answered(server.get("/sleep"), GATEWAY_TIMEOUT, silent());
    if (strictness.ours()) {
      nobodyGetsAConnectionThatIsGivenUp();
      proxy.goOn();
      isWell();
    } else {
      proxy.goOn();
      isSoonWell();
    }
  }

  /** A request waits for a connection at the moment at which those of all others are given up. */
  private void nobodyGetsAConnectionThatIsGivenUp() {
    CompletableFuture<List<HttpResponse<String>>> asked =
        CompletableFuture.supplyAsync(() -> server.getConcurrently("/sleep", pool()));
    while (!asked.isDone()) {
      Expect.reason(server.get(POINT), GATEWAY_TIMEOUT);
    }
    asked.join().forEach(response -> Expect.reason(response, GATEWAY_TIMEOUT));
  }

  /** One that was not used for long may be tested first, and be found dead. */
  private void useAllConnections() {
    server.getConcurrently("/sleep", pool()).forEach(response -> Expect.status(response, OK));
  }

  private void oneFails() throws Exception {
    database.hide(TestDatabase.ROWS);
    for (String fan : List.of("sequence", "parallel")) {
      answered(server.get(POINT + "&calls=3&fan=" + fan), BAD_GATEWAY, ERROR);
    }
    database.recover();
    isWell();
  }

  private boolean isIdle() {
    try {
      return database.underWay() == 0;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private String silent() {
    return "the database did not answer within " + server.echoTimeout().toMillis() + " ms\n";
  }

  private void answered(HttpResponse<String> response, int status, String reason) {
    Expect.reason(response, status);
    if (strictness.ours()) {
      Expect.body(response, reason);
    }
  }

  private void isWell() {
    Expect.status(server.get(POINT), OK);
    Expect.status(server.get(TRANSACTION), OK);
  }
}
