package dev.tierbench.harness.tier;

import dev.tierbench.run.delay.EchoDelays;
import dev.tierbench.run.delay.EchoFailures;
import dev.tierbench.run.descriptor.RequestDescriptor;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.record.Pause;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.function.IntPredicate;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Asks the tiers what the HTTP contract lets anyone ask. Thread-safe. */
public final class TierClient {

  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final Duration POLL = Duration.ofMillis(50);

  /** Longer than a request waits for echo. */
  private static final Duration QUIET = Duration.ofMillis(250);

  private static final int OK = 200;
  private static final int REDIRECT = 300;
  private static final int LOWEST_ERROR = 400;

  private final HttpClient http;

  public TierClient() {
    this(HttpClient.newBuilder());
  }

  private TierClient(HttpClient.Builder http) {
    this.http = http.version(HttpClient.Version.HTTP_1_1).connectTimeout(LIMIT).build();
  }

  /**
   * A client for a server that is asked over TLS.
   *
   * @throws IOException when the file of those that it trusts cannot be used
   */
  public static TierClient trusting(RequestDescriptor request) throws IOException {
    return new TierClient(HttpClient.newBuilder().sslContext(Trust.of(request)));
  }

  /** What echo counted since the last reset; percentiles are empty when it counted nothing. */
  public record EchoStats(
      long count,
      Optional<Double> p50Us,
      Optional<Double> p99Us,
      Optional<Double> maxUs,
      Optional<Pause> pause,
      Optional<EchoDelays> delays,
      Optional<EchoFailures.Counts> failures) {}

  /**
   * Waits until a tier is ready for traffic.
   *
   * @param health what answers 200 then
   * @return false when it ended, or was not ready in time
   */
  public boolean awaitHealthy(URI health, RunningTier running, Duration limit)
      throws InterruptedException {
    return await(HttpRequest.newBuilder(health), status -> status == OK, running, limit);
  }

  /**
   * Waits until a tier answers a request without an error; false when it ended, or did not in time.
   */
  public boolean awaitAnswer(WorkRequest work, RunningTier running, Duration limit)
      throws IOException, InterruptedException {
    return await(request(work), status -> status < LOWEST_ERROR, running, limit);
  }

  private boolean await(
      HttpRequest.Builder request, IntPredicate ready, RunningTier running, Duration limit)
      throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (running.isAlive() && System.nanoTime() < deadline) {
      try {
        if (ready.test(send(request).statusCode())) {
          return running.isAlive();
        }
      } catch (IOException notYet) {
        // It is asked again.
      }
      Thread.sleep(POLL);
    }
    return false;
  }

  /** The effective settings of a tier; empty with a tier that does not report them. */
  public Optional<JsonNode> settings(URI tier) throws InterruptedException {
    return get(tier.resolve("/settings"), JsonNode.class);
  }

  /**
   * What a server answers to the request that it is measured with. Its length counts when two
   * answers have the same.
   *
   * @throws IOException when it does not answer, or with an error
   */
  public WorkRequest.Answer reference(WorkRequest work) throws IOException, InterruptedException {
    HttpResponse<byte[]> first = send(request(work), BodyHandlers.ofByteArray());
    HttpResponse<byte[]> second = send(request(work), BodyHandlers.ofByteArray());
    if (first.statusCode() >= LOWEST_ERROR || second.statusCode() != first.statusCode()) {
      throw new IOException(
          "status " + first.statusCode() + ", then status " + second.statusCode());
    }
    return new WorkRequest.Answer(
        first.statusCode(),
        Optional.empty(),
        Optional.of((long) first.body().length).filter(bytes -> bytes == second.body().length));
  }

  private static HttpRequest.Builder request(WorkRequest work) throws IOException {
    Optional<byte[]> body = work.body();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(work.target())
            .method(
                work.how().methodOrDefault(),
                body.map(BodyPublishers::ofByteArray).orElseGet(BodyPublishers::noBody));
    for (String header : work.headers()) {
      int colon = header.indexOf(':');
      request.header(header.substring(0, colon).strip(), header.substring(colon + 1).strip());
    }
    return request;
  }

  public Optional<EchoStats> echoStats(URI echo) throws InterruptedException {
    return get(echo.resolve("/stats"), EchoStats.class);
  }

  /** Waits until echo's count stands still, or the limit is over. */
  public void awaitQuiet(URI echo, Duration limit) throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    Optional<Long> before = echoStats(echo).map(EchoStats::count);
    boolean quiet = false;
    while (!quiet && System.nanoTime() < deadline) {
      Thread.sleep(QUIET);
      Optional<Long> now = echoStats(echo).map(EchoStats::count);
      quiet = now.equals(before);
      before = now;
    }
  }

  /** Starts echo's count anew; false when echo did not confirm it. */
  public boolean resetEcho(URI echo) throws InterruptedException {
    try {
      HttpResponse<String> answer =
          send(HttpRequest.newBuilder(echo.resolve("/stats/reset")).POST(BodyPublishers.noBody()));
      return answer.statusCode() >= OK && answer.statusCode() < REDIRECT;
    } catch (IOException e) {
      return false;
    }
  }

  /** Empty without an answer in that form. */
  private <T> Optional<T> get(URI uri, Class<T> type) throws InterruptedException {
    try {
      HttpResponse<String> answer = send(HttpRequest.newBuilder(uri));
      return answer.statusCode() == OK
          ? Optional.ofNullable(RunJson.parse(answer.body(), type))
          : Optional.empty();
    } catch (IOException | JacksonException e) {
      return Optional.empty();
    }
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return send(request, BodyHandlers.ofString());
  }

  private <T> HttpResponse<T> send(HttpRequest.Builder request, HttpResponse.BodyHandler<T> body)
      throws IOException, InterruptedException {
    return http.send(request.timeout(LIMIT).build(), body);
  }
}
