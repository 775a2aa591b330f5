package dev.tierbench.contract.database;

import dev.tierbench.contract.Check;
import dev.tierbench.contract.CommonChecks;
import dev.tierbench.contract.Expect;
import dev.tierbench.contract.Patience;
import dev.tierbench.contract.ServerContract.Strictness;
import dev.tierbench.contract.ServerUnderTest;
import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** What a server answers to a good request and to a bad one, while the database is well. */
record QueryChecks(
    ServerUnderTest server, TestDatabase database, Statements statements, Strictness strictness) {
  private static final int OK = 200;
  private static final int BAD_REQUEST = 400;
  private static final int TRANSACTIONS = 30;
  private static final Duration POLL = Duration.ofMillis(5);
  private static final String SLEPT = "slept";
  private static final String SLEEPS = "/sleep?query=sleep(400ms)&calls=3&fan=sequence";

  private static final List<String> INVALID_QUERIES =
      List.of(
          "query=",
          "query",
          "query=sleep",
          "query=sleep(0ms)",
          "query=sleep(50)",
          "query=sleep(999us)",
          "query=sleep(11s)",
          "query=sleep(10001ms)",
          "query=tx(2)",
          "query=tx",
          "query=point()",
          "query=point&",
          "query=scan");

  Stream<Check> checks() {
    Stream<Check> good =
        Stream.of(
            new Check("each /sleep sleeps once in the database", this::sleeps),
            new Check("each point query reads a row, and none is stored", this::points),
            new Check("a transaction is three statements and is committed", this::transactions),
            new Check("parentheses may be encoded", this::encoded),
            new Check("calls are made one after another", this::inSequence),
            new Check("calls are concurrent with fan=parallel", this::inParallel),
            new Check("an answer has the length that was asked for", this::lengths),
            new Check("CPU work is done and changes no answer", this::cpuWork),
            new Check("an instant answer follows one that waited", this::instantAfterWaiting));
    Stream<Check> bad =
        Stream.concat(CommonChecks.INVALID_WORKLOADS.stream(), INVALID_QUERIES.stream())
            .map(query -> new Check("/sleep?" + query + " is 400", () -> invalid(query)));
    return Stream.concat(good, bad);
  }

  private void sleeps() throws Exception {
    twice("/sleep", SLEPT, 1);
    twice("/sleep?query=sleep(1ms)", SLEPT, 1);
  }

  private void points() throws Exception {
    twice("/sleep?query=point", database.pad(), 1);
  }

  private void transactions() throws Exception {
    long counted = database.counted();
    long logged = database.logged();
    long before = database.lastLogged();
    twice("/sleep?query=tx(3)", database.pad(), 3);
    statements.during(
        TRANSACTIONS * 3,
        () ->
            server
                .getConcurrently("/sleep?query=tx(3)&calls=10&fan=parallel", TRANSACTIONS / 10)
                .forEach(response -> Expect.status(response, OK)));
    long made = TRANSACTIONS + 2;
    Expect.that(
        database.counted() - counted == made && database.logged() - logged == made,
        "of %d transactions %d are counted in their rows and %d are logged",
        made,
        database.counted() - counted,
        database.logged() - logged);
    Expect.that(database.differentLoggedAfter(before) > 1, "every transaction had the same row");
  }

  /** Twice: the answer to the first must not be stored for the second. */
  private void twice(String path, String body, int due) throws Exception {
    for (int request = 0; request < 2; request++) {
      statements.during(
          due,
          () -> {
            HttpResponse<String> response = server.get(path);
            Expect.status(response, OK);
            Expect.type(response, strictness.ours() ? "text/plain;charset=UTF-8" : "text/plain");
            Expect.body(response, body);
          });
    }
  }

  private void encoded() throws Exception {
    statements.during(
        4,
        () -> {
          Expect.body(server.get("/sleep?query=sleep%281ms%29"), SLEPT);
          Expect.body(server.get("/sleep?query=tx%283%29"), database.pad());
        });
  }

  private void inSequence() throws Exception {
    statements.during(
        3,
        () -> {
          long most = mostConcurrent(SLEEPS);
          Expect.that(most == 1, "the database had %d statements at the same time", most);
        });
  }

  private void inParallel() throws Exception {
    String pad = database.pad();
    statements.during(
        3,
        () -> {
          database.lock(TestDatabase.ROWS);
          CompletableFuture<HttpResponse<String>> answer =
              CompletableFuture.supplyAsync(
                  () -> server.get("/sleep?query=point&calls=3&fan=parallel"));
          boolean together;
          try {
            together =
                Patience.holdsWithin(
                        Patience.LONGEST, POLL, () -> underWay() >= 3 || answer.isDone())
                    && !answer.isDone();
          } finally {
            database.recover();
          }
          Expect.that(
              together,
              "the database never had three statements at the same time, and the answer has status"
                  + " %d",
              answer.join().statusCode());
          Expect.status(answer.join(), OK);
          Expect.body(answer.join(), pad);
        });
  }

  private long underWay() {
    try {
      return database.underWay();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private long mostConcurrent(String path) throws SQLException, InterruptedException {
    CompletableFuture<HttpResponse<String>> answer =
        CompletableFuture.supplyAsync(() -> server.get(path));
    long most = 0;
    while (!answer.isDone()) {
      most = Math.max(most, database.underWay());
      Thread.sleep(5);
    }
    Expect.status(answer.join(), OK);
    Expect.body(answer.join(), SLEPT);
    return most;
  }

  private void lengths() throws Exception {
    String pad = database.pad();
    Expect.body(server.get("/sleep?query=point&bytes=16k"), cut(pad, 16 * 1024));
    Expect.body(server.get("/sleep?query=sleep(1ms)&bytes=3"), cut(SLEPT, 3));
  }

  private static String cut(String text, int length) {
    return text.repeat(length / text.length() + 1).substring(0, length);
  }

  private void cpuWork() throws Exception {
    statements.during(
        4,
        () -> {
          CommonChecks.worksFor(server, "/sleep?query=point&cpu=", database.pad());
          Expect.body(server.get("/sleep?query=point&cpu=200us"), database.pad());
          Expect.body(server.get("/sleep?query=point&cpu=2ms&calls=2"), database.pad());
        });
  }

  /** Alternately on one connection: the two kinds of answers may come from different threads. */
  private void instantAfterWaiting() throws SQLException {
    String pad = database.pad();
    for (int turn = 0; turn < 20; turn++) {
      Expect.body(server.get("/sleep?query=point"), pad);
      Expect.status(server.get(server.health()), OK);
    }
  }

  private void invalid(String query) throws Exception {
    statements.during(
        0,
        () -> {
          HttpResponse<String> response = server.get("/sleep?" + query);
          Expect.reason(response, BAD_REQUEST);
          if (strictness.ours()) {
            Expect.that(
                response.body().startsWith("invalid workload '")
                    && response.body().contains("expected query=sleep(50ms)")
                    && response.body().contains("calls=1.."),
                "the reason is '%s'",
                response.body().strip());
          }
        });
  }
}
