package dev.tierbench.harness.tier.remote;

import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.observer.host.child.ChildProcess;
import dev.tierbench.run.Tier;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.file.Warning;
import dev.tierbench.run.protocol.LoadEvent;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A load generator on another host, beside the one here: it begins with that, gets every line that
 * that one gets, and leaves its files there until they are fetched. Thread-safe.
 */
public final class RemoteGenerator {

  private static final Duration END = Duration.ofSeconds(10);
  private static final Duration LATEST = Duration.ofSeconds(40);
  private static final Duration LATEST_BOUNDARY = Duration.ofSeconds(5);

  private final RemoteHost host;
  private final ChildProcess process;
  private final String token;
  private final CompletableFuture<Void> connected = new CompletableFuture<>();
  private final CompletableFuture<Void> over = new CompletableFuture<>();
  private final Map<String, CompletableFuture<Long>> heard = new ConcurrentHashMap<>();
  private volatile boolean ended;

  /**
   * Starts one.
   *
   * @param options all but where its files go
   * @param log where its standard error goes
   */
  public static RemoteGenerator start(
      RemoteHost host, List<String> jvmOptions, List<String> options, Path log)
      throws IOException, InterruptedException {
    host.connect();
    String token = UUID.randomUUID().toString();
    host.expect(token);
    HostTransport transport = host.transport();
    List<String> program = new ArrayList<>();
    program.add(transport.java());
    program.addAll(jvmOptions);
    program.addAll(List.of("-jar", transport.jar(Tier.LOADGEN.id())));
    program.addAll(options);
    return new RemoteGenerator(
        host, ChildProcess.start(transport.generator(program, token, log)), token);
  }

  private RemoteGenerator(RemoteHost host, ChildProcess process, String token) {
    this.host = host;
    this.process = process;
    this.token = token;
    Thread.ofPlatform().name("events-of-" + host.name()).daemon().start(this::hear);
  }

  public RemoteHost host() {
    return host;
  }

  /** The id of its JVM on its host. */
  public long pid() throws IOException, InterruptedException {
    return host.jvm(token);
  }

  /** Copies its load.json and latency.hlog into a folder here. */
  public void fetch(Path folder) throws IOException, InterruptedException {
    process.await(END);
    if (hasFailed()) {
      throw new IOException(howItEnded());
    }
    Files.createDirectories(folder);
    host.transport().fetchOutput(token, folder);
  }

  /** Ends it if it still runs, and removes what it left. */
  public void close() throws InterruptedException {
    process.kill();
    try {
      host.transport().kill(token);
    } catch (IOException e) {
      Warning.print("a generator may still run on " + host.name() + ": " + e.getMessage());
    }
  }

  /**
   * A failure: the generator ended in a way that a generator does not.
   *
   * @param how it ended, with its last error messages
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

  /** Whether the generator, which has ended, has failed. */
  private boolean hasFailed() {
    return process.exitCode() > TierCommands.SOME_FAILED;
  }

  /** Describes how the generator ended, with its last words. */
  private String howItEnded() {
    String words = process.errorLine();
    return description() + ": " + process.howItEnded() + (words.isEmpty() ? "" : ": " + words);
  }

  private void hear() {
    try (BufferedReader lines = process.output()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("{")) {
          LoadEvent event = RunJson.parseLine(line, LoadEvent.class);
          boolean unused = time(event).complete(System.currentTimeMillis());
          if (event.event() == LoadEvent.Type.CONNECTED) {
            boolean unusedToo = connected.complete(null);
          }
        }
      }
      boolean unused = over.complete(null);
    } catch (IOException e) {
      boolean unused = over.completeExceptionally(e);
    } finally {
      ended = true;
      boolean unused = connected.completeExceptionally(itEnded());
      heard.values().forEach(line -> line.completeExceptionally(itEnded()));
    }
  }

  private String description() {
    return "the generator on " + host.name();
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
  public void awaitConnected() throws IOException, InterruptedException {
    await(connected, LATEST, "has not connected");
  }

  /** Waits until its files are written. */
  public void awaitEnd() throws IOException, InterruptedException {
    await(over, LATEST, "has not ended");
  }

  private <T> T await(CompletableFuture<T> future, Duration limit, String complaint)
      throws IOException, InterruptedException {
    try {
      return future.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new IOException(description() + ": " + e.getCause().getMessage(), e);
    } catch (TimeoutException e) {
      throw new IOException(description() + " " + complaint, e);
    }
  }

  /**
   * A bound of how far its boundary is from that of the one here: how much later or earlier it was
   * heard here, and how long the line may have been under way.
   *
   * @param event of the generator here
   */
  public long skewMillis(LoadEvent event) throws IOException, InterruptedException {
    long apart = await(time(event), LATEST_BOUNDARY, "did not report a boundary") - event.epochMs();
    return Math.abs(apart) + (long) Math.ceil(host.lastRoundTrip().p99Ms());
  }

  /** Writes a line to its standard input. */
  public void writeLine(String line) throws IOException {
    process.writeLine(line);
  }
}
