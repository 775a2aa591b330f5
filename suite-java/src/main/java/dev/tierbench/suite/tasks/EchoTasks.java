package dev.tierbench.suite.tasks;

import dev.tierbench.suite.Library;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Tally;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
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
 * Settings: {@code echo} (address), {@code database} (file), {@code cap} (calls under way at once,
 * 0 for any number). Thread-safe.
 */
public final class EchoTasks {

  private static final int OK = 200;
  private static final String BODY = "echo\n";

  private final int cap;
  private final boolean serial;
  private final Semaphore permits;
  private final int clientThreads = Runtime.getRuntime().availableProcessors();
  private final ExecutorService clientExecutor = Executors.newFixedThreadPool(clientThreads);
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).executor(clientExecutor).build();
  private final HttpRequest request;
  private final Rows rows;

  private EchoTasks(int cap, boolean serial, URI echo, Rows rows) {
    this.cap = cap;
    this.serial = serial;
    this.permits = new Semaphore(cap == 0 ? Integer.MAX_VALUE : cap);
    this.request = HttpRequest.newBuilder(echo).build();
    this.rows = rows;
  }

  /** Opens client and database, with a cap for where the settings name none. */
  public static EchoTasks open(Settings settings, int cap) throws SQLException {
    return new EchoTasks(
        settings.number("cap", cap),
        TasksStudy.isSerial(settings.studyCase()),
        URI.create(required(settings, "echo")),
        Rows.open(Path.of(required(settings, "database"))));
  }

  private static String required(Settings settings, String name) {
    return settings
        .text(name)
        .orElseThrow(() -> new IllegalArgumentException("--set " + name + "=... is needed"));
  }

  /** Calls under way at once; 0 for any number. */
  public int cap() {
    return cap;
  }

  /** The set-up of an arm on a pool of its own; empty for one that has no limit. */
  public Setup setup(String pool, OptionalInt size, Library... libraries) {
    OptionalInt calls = cap == 0 ? OptionalInt.empty() : OptionalInt.of(cap);
    Map<String, OptionalInt> pools = new LinkedHashMap<>();
    pools.put(pool, size);
    pools.put("http client", OptionalInt.of(clientThreads));
    pools.put("echo calls", calls);
    pools.put("database writer", OptionalInt.of(1));
    List<Library> all = new ArrayList<>(List.of(libraries));
    all.add(new Library("sqlite-jdbc", org.sqlite.JDBC.class));
    return new Setup(underWay(size), pools, all);
  }

  /** Calls under way at once where a pool of a size, or without a limit, carries them. */
  public OptionalInt underWay(OptionalInt pool) {
    if (serial) {
      return OptionalInt.of(1);
    }
    if (cap == 0) {
      return pool;
    }
    return OptionalInt.of(Math.min(cap, pool.orElse(cap)));
  }

  /** Starts the counts of a pass. */
  public Tally begin(Sink sink, int size) {
    rows.reset();
    return sink.begin(size);
  }

  /** One whole task on the calling thread, which blocks; how it ended is in the tally. */
  public void block(int index, Tally tally) {
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
  public CompletableFuture<HttpResponse<String>> callAsync() {
    return client.sendAsync(request, BodyHandlers.ofString());
  }

  /**
   * Checks the answer, writes its row and deletes it again; returns the index for the checksum.
   *
   * @throws IOException if the answer is not that of the echo server
   */
  public long store(int index, HttpResponse<String> answer) throws IOException, SQLException {
    if (answer.statusCode() != OK || !answer.body().equals(BODY)) {
      throw new IOException("echo answered " + answer.statusCode() + " " + answer.body());
    }
    rows.insert(index, answer.statusCode());
    rows.delete(index);
    return index;
  }

  public OptionalLong writerNanosPerOperation() {
    return rows.nanosPerOperation();
  }

  public void close() throws SQLException {
    client.shutdownNow();
    clientExecutor.shutdown();
    rows.close();
  }
}
