package dev.tierbench.suite.tasks;

import dev.tierbench.suite.Library;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Tally;
import dev.tierbench.suite.Work;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/**
 * What all arms of the suite share: one HTTP client, one database and the two halves of a task.
 * Settings: {@code echo} (address), {@code database} (file of SQLite, or JDBC address of PostgreSQL
 * with {@code user} and {@code pool}), {@code cap} (calls under way at once, 0 for any number). The
 * halves are thread-safe.
 */
public abstract class EchoTasks extends Work {

  private static final int OK = 200;
  private static final String BODY = "echo\n";
  private static final int CLIENT_THREADS = Runtime.getRuntime().availableProcessors();

  private final boolean serial;
  private final int mostCalls;
  private final Semaphore permits;
  private final ExecutorService clientExecutor = Executors.newFixedThreadPool(CLIENT_THREADS);
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).executor(clientExecutor).build();
  private final HttpRequest request;
  private final Rows rows;

  /**
   * @param cap calls under way at once where the settings do not have it
   * @param arm the pool that carries the tasks, and how many tasks at once
   */
  protected EchoTasks(Settings settings, int cap, Setup arm) throws SQLException {
    super(setup(settings, cap, arm));
    serial = isSerial(settings);
    mostCalls = cap(settings, cap).orElse(Integer.MAX_VALUE);
    permits = new Semaphore(mostCalls);
    request = HttpRequest.newBuilder(URI.create(required(settings, "echo"))).build();
    rows = Rows.of(settings).open();
  }

  private static Setup setup(Settings settings, int cap, Setup arm) throws SQLException {
    OptionalInt calls = cap(settings, cap);
    Map<String, OptionalInt> pools = new LinkedHashMap<>(arm.pools());
    pools.put("http client", OptionalInt.of(CLIENT_THREADS));
    pools.put("echo calls", calls);
    Rows.Database database = Rows.of(settings);
    pools.put(database.pool(), OptionalInt.of(database.connections()));
    List<Library> libraries = new ArrayList<>(arm.libraries());
    libraries.add(database.driver());
    return new Setup(underWay(isSerial(settings), calls, arm.threads()), pools, libraries);
  }

  private static OptionalInt underWay(boolean serial, OptionalInt calls, OptionalInt threads) {
    if (serial) {
      return OptionalInt.of(1);
    }
    if (calls.isEmpty()) {
      return threads;
    }
    return OptionalInt.of(Math.min(calls.getAsInt(), threads.orElse(calls.getAsInt())));
  }

  private static OptionalInt cap(Settings settings, int otherwise) {
    int cap = settings.number("cap", otherwise);
    return cap == 0 ? OptionalInt.empty() : OptionalInt.of(cap);
  }

  private static boolean isSerial(Settings settings) {
    return switch (settings.studyCase().name()) {
      case TasksStudy.CONCURRENT, TasksStudy.THREAD_LIMIT -> false;
      case TasksStudy.SERIAL -> true;
      default ->
          throw new IllegalArgumentException("no order of tasks for " + settings.studyCase());
    };
  }

  static String required(Settings settings, String name) {
    return settings
        .text(name)
        .orElseThrow(() -> new IllegalArgumentException("--set " + name + "=... is needed"));
  }

  /** Calls under way at once; the largest int for any number. */
  protected final int mostCalls() {
    return mostCalls;
  }

  /** Starts all tasks of a pass, or each when the one before it has ended. */
  protected abstract void run(int size, boolean serial, Tally tally) throws Exception;

  @Override
  public final long run(int size, Sink sink) throws Exception {
    rows.held().reset();
    Tally tally = sink.begin(size);
    run(size, serial, tally);
    return tally.await();
  }

  /** One whole task on the calling thread, which blocks; how it ended is in the tally. */
  protected final void block(int index, Tally tally) {
    try {
      tally.completed(store(index, call()));
    } catch (IOException | SQLException | RuntimeException | Error e) {
      tally.ended(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      tally.ended(e);
    }
  }

  private HttpResponse<String> call() throws IOException, InterruptedException {
    permits.acquire();
    try {
      return client.send(request, BodyHandlers.ofString());
    } finally {
      permits.release();
    }
  }

  /**
   * The call alone, without a thread that waits and outside the cap, which is then the caller's.
   */
  public final CompletableFuture<HttpResponse<String>> callAsync() {
    return client.sendAsync(request, BodyHandlers.ofString());
  }

  /**
   * Checks the answer, writes its row and deletes it again; returns the index for the checksum.
   *
   * @throws IOException if the answer is not that of the echo server
   */
  public final long store(int index, HttpResponse<String> answer) throws IOException, SQLException {
    if (answer.statusCode() != OK || !answer.body().equals(BODY)) {
      throw new IOException("echo answered " + answer.statusCode() + " " + answer.body());
    }
    rows.insert(index, answer.statusCode());
    rows.delete(index);
    return index;
  }

  @Override
  public final OptionalLong writerNanosPerOperation() {
    return rows.held().nanosPerOperation();
  }

  @Override
  public void close() throws SQLException {
    client.shutdownNow();
    clientExecutor.shutdown();
    rows.close();
  }
}
