package dev.tierbench.contract.database;

import dev.tierbench.contract.Check;
import dev.tierbench.contract.Expect;
import dev.tierbench.contract.KeptConnection;
import dev.tierbench.contract.KeptConnection.Answer;
import dev.tierbench.contract.ServerUnderTest;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Checks that random workloads make their statements and have their answers, by a seed. */
record RandomChecks(
    ServerUnderTest server, TestDatabase database, Statements statements, long seed) {
  private static final int VOLUME = 3_000;
  private static final int CONNECTIONS = 48;
  private static final int ONE_BY_ONE = 30;
  private static final int CONCURRENT = 200;
  private static final int RANDOM_CONNECTIONS = 16;
  private static final int MOST_CALLS = 6;
  private static final int MOST_BYTES = 5_000;
  private static final int OK = 200;

  /**
   * A request and what is due for it.
   *
   * @param bytes length of the answer; 0 for that of the query's own
   */
  private record Asked(String path, int statements, String text, int bytes) {
    String due() {
      return bytes == 0 ? text : text.repeat(bytes / text.length() + 1).substring(0, bytes);
    }
  }

  Stream<Check> checks() {
    return Stream.of(
        new Check("random workloads, one by one, each make their statements", this::oneByOne),
        new Check("random workloads, concurrently, each make their statements", this::concurrently),
        new Check(
            String.format(
                Locale.ROOT,
                "of %,d requests over %d connections none is lost and none garbled",
                VOLUME,
                CONNECTIONS),
            this::volume));
  }

  private void oneByOne() throws Exception {
    for (Asked asked : random(ONE_BY_ONE, new Random(seed))) {
      ask(List.of(asked), 1);
    }
  }

  private void concurrently() throws Exception {
    ask(random(CONCURRENT, new Random(seed + 1)), RANDOM_CONNECTIONS);
  }

  private void volume() throws Exception {
    Asked point = new Asked("/sleep?query=point", 1, database.pad(), 0);
    ask(Collections.nCopies(VOLUME, point), CONNECTIONS);
  }

  private void ask(List<Asked> requests, int connections) throws Exception {
    int due = requests.stream().mapToInt(Asked::statements).sum();
    Queue<Asked> left = new ConcurrentLinkedQueue<>(requests);
    AtomicReference<String> wrong = new AtomicReference<>();
    statements.during(
        due,
        () -> {
          try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            IntStream.range(0, connections).forEach(i -> threads.execute(() -> ask(left, wrong)));
          }
          Expect.that(wrong.get() == null, "%s", wrong.get());
        });
  }

  /** Each runs on one connection; all end with the first answer that is wrong. */
  private void ask(Queue<Asked> left, AtomicReference<String> wrong) {
    String path = "";
    try (KeptConnection connection = server.connection()) {
      for (Asked asked = left.poll(); asked != null && wrong.get() == null; asked = left.poll()) {
        path = asked.path();
        ask(connection, asked);
      }
    } catch (IOException | AssertionError e) { // what the check fails with
      wrong.compareAndSet(null, "GET " + path + ": " + e.getMessage());
    }
  }

  private static void ask(KeptConnection connection, Asked asked) throws IOException {
    Answer answer = connection.get(asked.path());
    Expect.that(
        answer.status() == OK,
        "status %d instead of 200: '%s'",
        answer.status(),
        Expect.start(answer.body()));
    Expect.that(
        answer.body().equals(asked.due()),
        "the body is '%s' (%d characters) instead of '%s' (%d)",
        Expect.start(answer.body()),
        answer.body().length(),
        Expect.start(asked.due()),
        asked.due().length());
  }

  private List<Asked> random(int count, Random random) throws SQLException {
    String pad = database.pad();
    return Stream.generate(() -> random(random, pad)).limit(count).toList();
  }

  /** Any part of the query may be missing, and the parts come in any order. */
  private static Asked random(Random random, String pad) {
    List<String> query = new ArrayList<>();
    int kind = random.nextInt(3);
    query.add(
        "query="
            + switch (kind) {
              case 0 -> "sleep(" + (1 + random.nextInt(5)) + "ms)";
              case 1 -> "point";
              default -> "tx(3)";
            });
    int calls = random.nextBoolean() ? 1 + random.nextInt(MOST_CALLS) : 1;
    if (calls > 1 || random.nextBoolean()) {
      query.add("calls=" + calls);
    }
    if (random.nextBoolean()) {
      query.add(random.nextBoolean() ? "fan=parallel" : "fan=sequence");
    }
    if (random.nextBoolean()) {
      query.add("cpu=" + (1 + random.nextInt(400)) + "us");
    }
    int bytes = random.nextBoolean() ? 1 + random.nextInt(MOST_BYTES) : 0;
    if (bytes > 0) {
      query.add("bytes=" + bytes);
    }
    Collections.shuffle(query, random);
    return new Asked(
        "/sleep?" + String.join("&", query),
        kind == 2 ? 3 * calls : calls,
        kind == 0 ? "slept" : pad,
        bytes);
  }
}
