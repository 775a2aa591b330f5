package dev.tierbench.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The volume against a relay that does one of 1,000 requests in another way. */
@Tag("process")
class AnswerChecksTest {

  /** What it does then. */
  enum Lapse {
    NONE,
    DROP,
    /** It answers as it did before. */
    STORED,
    CUT,
    /** It asks echo twice. */
    REPEAT,
    ERROR
  }

  private final EchoStub echo = new EchoStub();
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicReference<String> last = new AtomicReference<>("");
  private Lapse lapse = Lapse.NONE;
  private HttpServer relay;
  private ServerUnderTest server;

  @BeforeEach
  void startRelay() throws IOException {
    relay = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_000);
    relay.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    relay.createContext("/sleep", this::relay);
    relay.start();
    server = new ServerUnderTest(relay.getAddress().getPort(), () -> relay.stop(0));
  }

  @AfterEach
  void stop() {
    server.close();
    echo.close();
  }

  private void relay(HttpExchange exchange) throws IOException {
    Lapse now = requests.incrementAndGet() % 1_000 == 0 ? lapse : Lapse.NONE;
    if (now == Lapse.DROP) {
      exchange.close();
      return;
    }
    String body = now == Lapse.STORED ? last.get() : ask();
    if (now == Lapse.REPEAT) {
      body = ask();
    }
    last.set(body);
    byte[] bytes = body.substring(now == Lapse.CUT ? 1 : 0).getBytes(StandardCharsets.US_ASCII);
    exchange.getResponseHeaders().set("Content-Type", "text/plain");
    exchange.sendResponseHeaders(now == Lapse.ERROR ? 500 : 200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private String ask() throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection) URI.create(echo.url() + "/echo").toURL().openConnection();
    return new String(connection.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
  }

  private Check volume() {
    return new AnswerChecks(server, echo, 1).checks().toList().getLast();
  }

  @Test
  void aServerWithoutALapsePasses() {
    assertThatCode(volume().body()::run).doesNotThrowAnyException();
    assertThat(requests).hasValue(AnswerChecks.VOLUME);
  }

  @ParameterizedTest
  @CsvSource({
    "DROP, the connection was closed before the answer was complete",
    "STORED, 'the body is echo''s answer to another request, stored or shared'",
    "CUT, the body is not echo's at the length asked for",
    "REPEAT, echo was asked 5005 times instead of 5000 for 5000 requests",
    "ERROR, status 500 instead of 200"
  })
  void oneIn1000IsFound(Lapse wrong, String reason) {
    lapse = wrong;
    assertThatThrownBy(volume().body()::run)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(reason);
  }

  @Test
  void aRandomLapseOfOneIn1000EscapesLessThanOnceInAHundredTimes() {
    assertThat(Math.pow(0.999, AnswerChecks.VOLUME)).isLessThan(0.01);
  }
}
