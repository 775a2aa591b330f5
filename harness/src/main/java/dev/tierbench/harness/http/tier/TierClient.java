package dev.tierbench.harness.http.tier;

import dev.tierbench.run.Pause;
import dev.tierbench.run.RunJson;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Asks the tiers what the HTTP contract lets anyone ask. Thread-safe. */
public final class TierClient {

  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final Duration POLL = Duration.ofMillis(50);
  private static final int OK = 200;
  private static final int REDIRECT = 300;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(LIMIT).build();

  /** What echo counted since the last reset; percentiles are empty when it counted nothing. */
  public record EchoStats(
      long count,
      Optional<Double> p50Us,
      Optional<Double> p99Us,
      Optional<Double> maxUs,
      Optional<Pause> pause) {}

  /**
   * Waits until a tier is ready for traffic.
   *
   * @return false when it ended, or was not ready in time
   */
  public boolean awaitHealthy(URI tier, RunningTier running, Duration limit)
      throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (running.isAlive() && System.nanoTime() < deadline) {
      if (isHealthy(tier)) {
        return running.isAlive();
      }
      Thread.sleep(POLL);
    }
    return false;
  }

  private boolean isHealthy(URI tier) throws InterruptedException {
    try {
      return send(HttpRequest.newBuilder(tier.resolve("/health"))).statusCode() == OK;
    } catch (IOException notYet) {
      return false;
    }
  }

  /** The effective settings of a tier; empty with a tier that does not report them. */
  public Optional<JsonNode> settings(URI tier) throws InterruptedException {
    return get(tier.resolve("/settings")).flatMap(TierClient::parsed);
  }

  private static Optional<JsonNode> parsed(String body) {
    try {
      return Optional.of(RunJson.parse(body));
    } catch (JacksonException notJson) {
      return Optional.empty();
    }
  }

  public Optional<EchoStats> echoStats(URI echo) throws InterruptedException {
    try {
      return get(echo.resolve("/stats")).map(body -> RunJson.parse(body, EchoStats.class));
    } catch (JacksonException notJson) {
      return Optional.empty();
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

  private Optional<String> get(URI uri) throws InterruptedException {
    try {
      HttpResponse<String> answer = send(HttpRequest.newBuilder(uri));
      return answer.statusCode() == OK ? Optional.of(answer.body()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return http.send(request.timeout(LIMIT).build(), BodyHandlers.ofString());
  }
}
