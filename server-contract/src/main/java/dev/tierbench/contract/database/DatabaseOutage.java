package dev.tierbench.contract.database;

import dev.tierbench.contract.Check;
import dev.tierbench.contract.Expect;
import dev.tierbench.contract.OutageLoad;
import dev.tierbench.contract.OutageLoad.Phase;
import dev.tierbench.contract.Patience;
import dev.tierbench.contract.ServerContract.Strictness;
import dev.tierbench.contract.ServerUnderTest;
import dev.tierbench.contract.Sockets;
import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.util.stream.Stream;

/** The database goes and returns, also under load, and clients leave. */
record DatabaseOutage(
    ServerUnderTest server, TestDatabase database, DatabaseProxy proxy, Strictness strictness) {
  private static final int CLIENTS = 40;
  private static final int SOME_ROUNDS = 2;
  private static final int ROUNDS_TO_NOTICE = 5;
  private static final int MOST_FAILURES = 3;
  private static final int OK = 200;
  private static final int BAD_GATEWAY = 502;
  private static final String POINT = "/sleep?query=point";

  Stream<Check> checks() {
    return Stream.of(
        new Check("a database that is down is 502, and its return is noticed", this::goes),
        new Check("a killed database costs only 502s, and its return is noticed", this::underLoad),
        new Check("clients that leave disturb nobody", this::clientsLeave));
  }

  private void goes() {
    Expect.status(server.get(POINT), OK);
    proxy.kill();
    for (int request = 0; request < MOST_FAILURES; request++) {
      Expect.reason(server.get(POINT), BAD_GATEWAY);
    }
    HttpResponse<String> down = server.get(POINT);
    Expect.reason(down, BAD_GATEWAY);
    if (strictness.ours()) {
      Expect.that(
          down.body().startsWith("the database is down: cannot connect to postgresql://"),
          "the reason is '%s'",
          down.body().strip());
    }
    proxy.restart();
    for (int request = 0; request < 2 * CLIENTS; request++) {
      Expect.status(server.get(POINT), OK);
    }
  }

  private void underLoad() throws Exception {
    OutageLoad load = new OutageLoad(server, POINT, CLIENTS);
    try (load) {
      load.start();
      load.awaitMore(Phase.BEFORE, OK, SOME_ROUNDS, "answers before the kill");
      proxy.kill();
      load.enter(Phase.DOWN);
      load.awaitMore(Phase.DOWN, BAD_GATEWAY, SOME_ROUNDS, "502s while the database is down");
      proxy.restart();
      load.enter(Phase.RETURNED);
      load.awaitMore(Phase.RETURNED, OK, ROUNDS_TO_NOTICE, "answers after the return");
      load.enter(Phase.NOTICED);
      load.awaitMore(Phase.NOTICED, OK, SOME_ROUNDS, "more answers");
    }
    load.assertAnswered();
    int failed = load.count(Phase.NOTICED, BAD_GATEWAY);
    Expect.that(
        failed == 0, "%d times 502 to requests that began once the database was back", failed);
  }

  /** Each leaves while its statement waits, and its connection has to come free again. */
  private void clientsLeave() throws Exception {
    for (int client = 0; client < CLIENTS; client++) {
      server.askAndLeave("/sleep?query=sleep(100ms)", () -> awaitUnderWay(true));
    }
    awaitUnderWay(false);
    server
        .getConcurrently("/sleep?query=point", CLIENTS)
        .forEach(response -> Expect.status(response, OK));
    if (strictness.ours()) {
      Patience.await(
          "no server side socket is kept", () -> Sockets.abandonedTo(server.port()) == 0);
    }
  }

  private void awaitUnderWay(boolean any) throws InterruptedException {
    Patience.await(
        any ? "the database has a statement" : "the database has no statement",
        () -> (underWay() > 0) == any);
  }

  private long underWay() {
    try {
      return database.underWay();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
