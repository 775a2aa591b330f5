package dev.tierbench.harness.tier.remote;

import dev.tierbench.observer.agent.AgentCall;
import dev.tierbench.observer.agent.AgentReply;
import dev.tierbench.observer.agent.AgentRequest;
import dev.tierbench.observer.host.child.ChildProcess;
import dev.tierbench.run.file.RunJson;
import java.io.BufferedReader;
import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JsonNode;

/**
 * The stream to an agent. A ping goes there all the time, so that it is known how long nothing came
 * back; after {@link #LIMIT} without an answer the agent counts as lost. Thread-safe.
 */
final class AgentLink {

  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final Duration BETWEEN_PINGS = Duration.ofMillis(200);
  private static final Duration END = Duration.ofSeconds(8);
  private static final Duration LAST_WORDS = Duration.ofSeconds(2);
  private static final String NO_MORE_CALLS = "its agent takes no more calls";

  private final String host;
  private final ChildProcess process;
  private final AtomicLong lastId = new AtomicLong();
  private final Map<Long, CompletableFuture<AgentReply>> waiting = new ConcurrentHashMap<>();
  private final CompletableFuture<String> lost = new CompletableFuture<>();
  private volatile long lastAnswer = System.nanoTime();
  private volatile boolean closed;
  private long longestSilence;

  private AgentLink(String host, ChildProcess process) {
    this.host = host;
    this.process = process;
  }

  /** Starts to hear and to ping an agent that was started. */
  static AgentLink to(String host, ChildProcess process) {
    AgentLink link = new AgentLink(host, process);
    Thread.ofPlatform().name("hear-" + host).daemon().start(link::hear);
    return link;
  }

  /** Begins to ask again and again; a JVM that is coming up is silent. */
  void watchSilence() {
    lastAnswer = System.nanoTime();
    Thread.ofPlatform().name("ping-" + host).daemon().start(this::ping);
  }

  private void hear() {
    try (BufferedReader lines = new BufferedReader(heard(process.output()))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("{")) { // before it, a shell may greet
          answered(RunJson.parseLine(line, AgentReply.class));
        }
      }
      String words = process.errorLine();
      fail("its agent ended" + (words.isEmpty() ? "" : ": " + words));
    } catch (IOException e) {
      fail("its agent cannot be understood: " + e.getMessage());
    }
  }

  /** A long answer takes a while to arrive, and each part of it ends the silence. */
  private Reader heard(Reader answers) {
    return new FilterReader(answers) {
      @Override
      public int read(char[] buffer, int from, int length) throws IOException {
        int count = super.read(buffer, from, length);
        noteSilence();
        lastAnswer = System.nanoTime();
        return count;
      }
    };
  }

  private void answered(AgentReply reply) {
    CompletableFuture<AgentReply> waits = waiting.remove(reply.id());
    if (waits != null) {
      boolean unused = waits.complete(reply);
    }
  }

  private void fail(String reason) {
    if (lost.complete(host + " was lost: " + reason)) {
      waiting.values().forEach(waits -> waits.completeExceptionally(new IOException(lost.join())));
    }
  }

  private void ping() {
    try {
      while (!lost.isDone() && !closed) {
        send(new AgentRequest.Ping());
        Thread.sleep(BETWEEN_PINGS);
        noteSilence();
        if (System.nanoTime() - lastAnswer > LIMIT.toNanos()) {
          fail("its agent did not answer for " + LIMIT.toSeconds() + " s");
          process.kill();
        }
      }
    } catch (IOException e) {
      fail(NO_MORE_CALLS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void noteSilence() {
    longestSilence = Math.max(longestSilence, System.nanoTime() - lastAnswer);
  }

  /** The longest time without an answer since this was asked last, less that between two pings. */
  synchronized long takeLongestSilence() {
    long silence = Math.max(longestSilence, System.nanoTime() - lastAnswer);
    longestSilence = 0;
    return Math.max(0, silence - BETWEEN_PINGS.toNanos());
  }

  /** A call that was sent, and its answer when that has come. */
  private record Sent(long id, CompletableFuture<AgentReply> answer) {}

  private Sent send(AgentRequest request) throws IOException {
    if (lost.isDone()) {
      throw new IOException(lost.join());
    }
    AgentCall call = new AgentCall(lastId.incrementAndGet(), request);
    CompletableFuture<AgentReply> reply = new CompletableFuture<>();
    waiting.put(call.id(), reply);
    if (lost.isDone()) { // meanwhile, so that nobody would answer
      throw new IOException(lost.join());
    }
    try {
      synchronized (process) {
        process.writeLine(RunJson.toJsonLine(call));
      }
    } catch (IOException e) {
      throw new IOException(reasonOfABrokenStream(), e);
    }
    return new Sent(call.id(), reply);
  }

  /**
   * The reason of a stream that broke: the last words, which the reader of its other half learns.
   */
  private String reasonOfABrokenStream() {
    return lost.copy()
        .completeOnTimeout(
            host + " was lost: " + NO_MORE_CALLS, LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS)
        .join();
  }

  /**
   * Asks, and waits for the answer.
   *
   * @throws IOException when the agent is lost, cannot do it, or takes longer
   */
  Optional<JsonNode> ask(AgentRequest request, Duration limit)
      throws IOException, InterruptedException {
    Sent sent = send(request);
    try {
      AgentReply reply = sent.answer().get(limit.toMillis(), TimeUnit.MILLISECONDS);
      if (reply.error().isPresent()) {
        throw new IOException("on " + host + ": " + reply.error().get());
      }
      return reply.value();
    } catch (ExecutionException e) {
      throw new IOException(e.getCause().getMessage(), e);
    } catch (TimeoutException e) {
      waiting.remove(sent.id());
      throw new IOException(
          "the agent on " + host + " did not answer within " + limit.toSeconds() + " s", e);
    }
  }

  List<String> lastLines(int most) {
    return process.lastLines(most);
  }

  /** Completes with the reason when the agent is gone. */
  CompletableFuture<String> lost() {
    return lost;
  }

  /** The agent ends with its input, and with it what it looks after. */
  void close() throws InterruptedException {
    closed = true;
    try {
      process.closeInput();
      process.await(END);
    } catch (IOException | UncheckedIOException e) { // of a stream that broke before
      process.kill();
    }
  }
}
