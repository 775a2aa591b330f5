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
  private volatile boolean ended;

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

  /**
   * It ended in a way that a generator does not.
   *
   * @param how it ended, with its last words
   */
  public record Failed(String how) {}

  /** Completes when it has failed, and never when it ends as it should. */
  public CompletableFuture<Failed> failed() {
    return process
        .ended()
        .thenCompose(end ->
            hasFailed()
                ? CompletableFuture.completedFuture(new Failed(howItEnded()))
                : new CompletableFuture<>());
  }

  /** Of one that has ended. */
  protected boolean hasFailed() {
    return process.exitCode() > TierCommands.SOME_FAILED;
  }

  /** With its last words. */
  protected String howItEnded() {
    String words = process.errorLine();
    return "the generator on "
        + host.name()
        + ": "
        + process.howItEnded()
        + (words.isEmpty() ? "" : ": " + words);
  }

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
      ended = true;
      boolean unused = connected.completeExceptionally(itEnded());
      heard.values().forEach(line -> line.completeExceptionally(itEnded()));
    }
  }

  private IOException itEnded() {
    return new IOException("its output ended: " + process.errorLine());
  }

  private CompletableFuture<Long> time(LoadEvent event) {
    CompletableFuture<Long> time =
        heard.computeIfAbsent(
            event.event() + " " + event.phase().orElse(""), key -> new CompletableFuture<>());
    if (ended) {
      boolean unused = time.completeExceptionally(itEnded());
    }
    return time;
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

  /** The longest time that a line took to its host and back, in ms, when that was tried. */
  protected abstract double roundTripMillis();

  /**
   * A bound of how far its boundary is from that of the one here: how much later or earlier it was
   * heard here, and how long the line may have been under way.
   *
   * @param event of the generator here
   */
  public long skewMillis(LoadEvent event, Duration limit) throws IOException, InterruptedException {
    long apart = await(time(event), limit, "did not tell a boundary") - event.epochMs();
    return Math.abs(apart) + (long) Math.ceil(roundTripMillis());
  }

  /** Writes a line to its standard input. */
  void tell(String line) throws IOException {
    process.writeLine(line);
  }
}
