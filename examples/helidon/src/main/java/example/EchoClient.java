package example;

import io.helidon.common.buffers.DataReader;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webclient.api.ClientConnection;
import io.helidon.webclient.api.Proxy;
import io.helidon.webclient.api.WebClientServiceRequest;
import io.helidon.webclient.api.WebClientServiceResponse;
import io.helidon.webclient.http1.Http1Client;
import io.helidon.webclient.http1.Http1ClientResponse;
import io.helidon.webclient.spi.WebClientService;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.time.Duration;

/** Asks echo, once per call; the caller's virtual thread waits. Fails with {@link Refusal}. */
final class EchoClient {
  static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

  /** Beyond these, 256 by default, a connection is closed after its use. */
  static final int CACHED_CONNECTIONS = 8192;

  private static final Duration IDLE_TIMEOUT = Duration.ofDays(1);

  private final Options options;
  private final Http1Client http;

  EchoClient(Options options) {
    this.options = options;
    this.http =
        Http1Client.builder()
            .baseUri(options.echo())
            .connectTimeout(CONNECT_TIMEOUT)
            .readTimeout(options.timeout())
            .proxy(Proxy.noProxy())
            .shareConnectionCache(false)
            .connectionCacheSize(CACHED_CONNECTIONS)
            .followRedirects(false)
            .addService(EchoClient::keepIdle)
            .build();
  }

  /**
   * Helidon gives up a cached connection that was idle for the read time-out, even when a request
   * was sent on it just before. So a connection waits with a longer one for its next request.
   */
  private static WebClientServiceResponse keepIdle(
      WebClientService.Chain chain, WebClientServiceRequest request) {
    WebClientServiceResponse response = chain.proceed(request);
    if (response.connection() instanceof ClientConnection connection) {
      response.whenComplete().thenRun(() -> connection.readTimeout(IDLE_TIMEOUT));
    }
    return response;
  }

  String ask() {
    try (Http1ClientResponse response =
        http.get("/echo").header(HeaderValues.ACCEPT_TEXT).request()) {
      if (response.status() != Status.OK_200) {
        throw new Refusal(
            502, "echo answered with status " + response.status().code() + " instead of 200");
      }
      return response.as(String.class);
    } catch (RuntimeException e) {
      throw refusal(e, e);
    }
  }

  /** What Helidon throws may have its reason among the causes. */
  private RuntimeException refusal(RuntimeException failure, Throwable cause) {
    return switch (cause) {
      case null -> failure;
      case Refusal refusal -> refusal;
      case SocketTimeoutException e ->
          new Refusal(504, "echo did not answer within " + options.timeout().toMillis() + " ms");
      case ConnectException e ->
          new Refusal(502, "echo is down: cannot connect to " + options.echo());
      case NumberFormatException e -> new Refusal(502, "echo's answer is not readable as HTTP");
      case IOException e -> closed();
      case DataReader.InsufficientDataAvailableException e -> closed();
      default -> refusal(failure, cause.getCause());
    };
  }

  private static Refusal closed() {
    return new Refusal(502, "echo closed the connection before its answer was complete");
  }
}
