package dev.tierbench.harness.http.tier;

import dev.tierbench.observer.host.child.ChildProcess;
import dev.tierbench.observer.measured.MeasuredHost;
import dev.tierbench.run.LoadEvent;
import dev.tierbench.run.RunJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tools.jackson.core.JacksonException;

/**
 * A load generator on another host, beside the one here: it begins with that, hears every line that
 * that hears, and leaves its files there until they are fetched. Thread-safe.
 */
public abstract class OtherGenerator {

  private final MeasuredHost host;
  private final ChildProcess process;
  private final CompletableFuture<Void> connected = new CompletableFuture<>();
  private final CompletableFuture<Void> over = new CompletableFuture<>();
  private final Map<String, CompletableFuture<Long>> heard = new ConcurrentHashMap<>();

  protected OtherGenerator(MeasuredHost host, ChildProcess process) {
    this.host = host;
    this.process = process;
    Thread.ofPlatform().name("events-of-" + host.name()).daemon().start(this::hear);
  }

  public MeasuredHost host() {
    return host;
  }

  protected ChildProcess process() {
    return process;
  }

  /** The id of its JVM on its host. */
  public abstract long pid() throws IOException, InterruptedException;

  /** Copies its load.json and latency.hlog into a folder here. */
  public abstract void fetch(Path folder) throws IOException, InterruptedException;

  /** Ends it if it still runs, and removes what it left. */
  public abstract void close() throws InterruptedException;

  private void hear() {
    try (BufferedReader lines = process.output()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("{")) {
          LoadEvent event = RunJson.parse(line, LoadEvent.class);
          boolean unused = time(event).complete(System.currentTimeMillis());
          if (event.event() == LoadEvent.Type.CONNECTED) {
            boolean unusedToo = connected.complete(null);
          }
        }
      }
      boolean unused = over.complete(null);
    } catch (IOException | JacksonException e) {
      boolean unused = over.completeExceptionally(e);
    } finally {
      boolean unused =
          connected.completeExceptionally(
              new IOException(process.name() + " ended: " + process.errorLine()));
    }
  }

  private CompletableFuture<Long> time(LoadEvent event) {
    return heard.computeIfAbsent(
        event.event() + " " + event.phase().orElse(""), key -> new CompletableFuture<>());
  }

  /** Waits until all its connections are there. */
  public void awaitConnected(Duration limit) throws IOException, InterruptedException {
    await(connected, limit, "has not connected");
  }

  /** Waits until its files are written. */
  public void awaitEnd(Duration limit) throws IOException, InterruptedException {
    await(over, limit, "has not ended");
  }

  private <T> T await(CompletableFuture<T> future, Duration limit, String complaint)
      throws IOException, InterruptedException {
    try {
      return future.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new IOException(
          "the generator on " + host.name() + ": " + e.getCause().getMessage(), e);
    } catch (TimeoutException e) {
      throw new IOException("the generator on " + host.name() + " " + complaint, e);
    }
  }

  /**
   * How much later or earlier than the one here it said the same, as it was heard here, which
   * bounds how far their boundaries are apart.
   *
   * @param event of the generator here
   */
  public long skewMillis(LoadEvent event, Duration limit) throws IOException, InterruptedException {
    return Math.abs(await(time(event), limit, "did not tell a boundary") - event.epochMs());
  }

  /** Writes a line to its standard input. */
  void tell(String line) throws IOException {
    process.writeLine(line);
  }

  /** Its exit code, when it has ended. */
  public Optional<Integer> exitCode() {
    return process.isAlive() ? Optional.empty() : Optional.of(process.exitCode());
  }
}
