package dev.tierbench.echo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.run.delay.DelayDistribution;
import dev.tierbench.run.delay.EchoDelays;
import dev.tierbench.run.delay.EchoFailures;
import dev.tierbench.run.file.RunJson;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Tag("process")
class EchoServerTest {

  private EchoServer server;

  @BeforeEach
  void start() throws Exception {
    server = EchoServer.start(config("auto"));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static EchoWork work(DelayDistribution delay, EchoFailures failures) {
    return new EchoWork(delay, failures, 1, Duration.ofSeconds(2));
  }

  private static EchoConfig config(String transport) {
    return config(transport, "20ms");
  }

  private static EchoConfig config(String transport, String delay) {
    return new EchoConfig(
        "127.0.0.1",
        0,
        work(DelayDistribution.parse(delay), EchoFailures.NONE),
        2,
        4_096,
        Transport.choose(transport));
  }

  @Test
  @Tag("smoke")
  void echoAnswersAShortFixedTextAfterTheDelay() throws Exception {
    long fromNanos = System.nanoTime();
    String answer = ask("GET /echo HTTP/1.1\r\nHost: e\r\nConnection: close\r\n\r\n");
    assertThat(System.nanoTime() - fromNanos).isGreaterThanOrEqualTo(20_000_000L);
    assertThat(answer)
        .startsWith("HTTP/1.1 200 OK\r\n")
        .contains("content-type: text/plain\r\n", "connection: close\r\n")
        .endsWith("\r\n\r\necho\n");
  }

  @Test
  void theQueryMayNameAnotherDelay() throws Exception {
    long fromNanos = System.nanoTime();
    assertThat(get("/echo?delay=300ms")).startsWith("HTTP/1.1 200");
    assertThat(System.nanoTime() - fromNanos).isGreaterThanOrEqualTo(300_000_000L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-5ms", "5", "ms", "3s", "1.5ms", "", "5ms%0d%0ax:y", "99999999999s"})
  void aBadDelayIs400WithOneLine(String delay) throws Exception {
    String answer = get("/echo?delay=" + delay);
    assertThat(answer).startsWith("HTTP/1.1 400 ");
    assertThat(body(answer).lines()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "GET,/,404",
    "GET,/echo/x,404",
    "GET,/ECHO,404",
    "POST,/echo,405",
    "HEAD,/echo,405",
    "DELETE,/echo?delay=1ms,405",
    "POST,/health,405",
    "GET,/stats/reset,405",
    "GET,/echo?delay=%zz,400",
    "GET,/health,200",
    "POST,/stats/reset,200"
  })
  void everyPathAndMethodHasItsStatus(String method, String path, int status) throws Exception {
    String answer =
        ask(
            method
                + " "
                + path
                + " HTTP/1.1\r\nHost: e\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Origin: http://other.example", "Origin: null", "sec-fetch-site: none"})
  void aWebPageDoesNotResetTheCounts(String header) throws Exception {
    get("/echo?delay=1ms");
    String answer =
        ask("POST /stats/reset HTTP/1.1\r\nHost: e\r\n" + header + "\r\nConnection: close\r\n\r\n");
    assertThat(answer).startsWith("HTTP/1.1 403 ");
    assertThat(json("/stats").get("count").asInt()).isPositive();
  }

  @Test
  void pipelinedRequestsAreAnsweredInTheirOrder() throws Exception {
    String answers =
        ask(
            "GET /echo?delay=200ms HTTP/1.1\r\nHost: e\r\n\r\n"
                + "GET /nope HTTP/1.1\r\nHost: e\r\n\r\n"
                + "GET /echo?delay=1ms HTTP/1.1\r\nHost: e\r\n\r\n"
                + "GET /health HTTP/1.1\r\nHost: e\r\nConnection: close\r\n\r\n");
    assertThat(answers.lines().filter(line -> line.startsWith("HTTP/") || line.length() < 15))
        .containsSubsequence(
            "HTTP/1.1 200 OK", "echo", "no such path", "HTTP/1.1 200 OK", "echo", "ready");
  }

  @Test
  void aThousandPipelinedRequestsAreAllAnswered() throws Exception {
    String answers =
        ask(
            "GET /echo?delay=1us HTTP/1.1\r\nHost: e\r\n\r\n".repeat(999)
                + "GET /echo HTTP/1.1\r\nHost: e\r\nConnection: close\r\n\r\n");
    assertThat(answers.split("HTTP/1.1 200 OK", -1)).hasSize(1_001);
  }

  @Test
  void http10IsClosedUnlessItAsksToStay() throws Exception {
    assertThat(ask("GET /echo HTTP/1.0\r\n\r\n")).contains("connection: close\r\n");
    assertThat(
            ask(
                "GET /echo HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"
                    + "GET /echo HTTP/1.0\r\n\r\n"))
        .contains("connection: keep-alive\r\n")
        .contains("connection: close\r\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nonsense\r\n\r\n", "GET\r\n\r\n", "GET /echo HTTX/1.1\r\n\r\n"})
  void bytesThatAreNoRequestAre400AndTheEndOfTheConnection(String bytes) throws Exception {
    assertThat(ask(bytes)).startsWith("HTTP/1.1 400 ");
  }

  @Test
  void aBodyThatIsNoChunkedBodyIs400AndTheEndOfTheConnection() throws Exception {
    assertThat(
            ask(
                "POST /stats/reset HTTP/1.1\r\nHost: e\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "five\r\nhello\r\n0\r\n\r\n"))
        .startsWith("HTTP/1.1 400 ")
        .contains("connection: close\r\n");
  }

  @Test
  void headIsAnsweredWithoutABody() throws Exception {
    assertThat(ask("HEAD /echo HTTP/1.1\r\nHost: e\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 405 ")
        .endsWith("\r\n\r\n");
  }

  @Test
  void nothingIsAnsweredAfterARequestThatClosesTheConnection() throws Exception {
    get("/echo?delay=1ms");
    String answers =
        ask(
            "GET /echo HTTP/1.1\r\nHost: e\r\nConnection: close\r\n\r\n"
                + "GET /echo?delay=1us HTTP/1.1\r\nHost: e\r\n\r\n");
    assertThat(answers.split("HTTP/1.1 200 OK", -1)).hasSize(2);
    assertThat(json("/stats").get("count").asInt()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://e/echo", "HTTP://e:8081/echo?delay=1ms", "http://e/health"})
  void aTargetInAbsoluteFormIsUnderstood(String target) {
    assertThat(get(target)).startsWith("HTTP/1.1 200 ");
  }

  /** One after the other: of every 100 requests about 30 fail and about 20 have no answer. */
  @ParameterizedTest
  @ValueSource(strings = {"/echo", "/echo?x=1"})
  void soManyRequestsFailOnPurpose(String target) throws Exception {
    EchoConfig failing =
        new EchoConfig(
            "127.0.0.1",
            0,
            work(DelayDistribution.parse("1ms"), EchoFailures.parse("errors=30%,resets=20%")),
            1,
            100,
            Transport.choose("nio"));
    int errors = 0;
    int resets = 0;
    try (EchoServer own = EchoServer.start(failing)) {
      for (int i = 0; i < 300; i++) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), own.port())) {
          socket
              .getOutputStream()
              .write(
                  ("GET " + target + " HTTP/1.1\r\nHost: h\r\n\r\n")
                      .getBytes(StandardCharsets.US_ASCII));
          byte[] status = socket.getInputStream().readNBytes(12);
          errors += new String(status, StandardCharsets.US_ASCII).endsWith("500") ? 1 : 0;
        } catch (SocketException e) {
          resets++;
        }
      }
    }
    assertThat(errors).isBetween(60, 120);
    assertThat(resets).isBetween(35, 90);
  }

  @Test
  void anUnknownHostIsNamed() {
    EchoConfig unknown =
        new EchoConfig(
            "no-such-host.invalid",
            0,
            work(DelayDistribution.Constant.STANDARD, EchoFailures.NONE),
            1,
            10,
            Transport.choose("auto"));
    assertThatThrownBy(() -> EchoServer.start(unknown))
        .isInstanceOf(IOException.class)
        .hasMessage("unknown host no-such-host.invalid");
  }

  @Test
  void statsCountEchoesAloneAndStartAgainAfterAReset() throws Exception {
    for (int i = 0; i < 30; i++) {
      get("/echo?delay=1ms");
    }
    get("/health");
    JsonNode stats = json("/stats");
    assertThat(stats.get("count").asInt()).isEqualTo(30);
    assertThat(stats.get("p50_us").asDouble()).isGreaterThanOrEqualTo(1_000);
    assertThat(stats.get("max_us").asDouble())
        .isGreaterThanOrEqualTo(stats.get("p99_us").asDouble());
    ask("POST /stats/reset HTTP/1.1\r\nHost: e\r\nConnection: close\r\n\r\n");
    assertThat(json("/stats").get("count").asInt()).isZero();
    assertThat(json("/stats").get("p99_us").isNull()).isTrue();
    assertThat(json("/stats").get("pause").get("seconds").isNumber()).isTrue();
    assertThat(json("/stats").get("pause").get("at_seconds").asDouble()).isNotNegative();
  }

  @Test
  void noDelayIsEverShorterThanAsked() throws Exception {
    List<Thread> clients = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      int delayMillis = 1 + i % 7;
      clients.add(Thread.ofVirtual().start(() -> get("/echo?delay=" + delayMillis + "ms")));
    }
    for (Thread client : clients) {
      client.join();
    }
    JsonNode stats = json("/stats");
    assertThat(stats.get("count").asInt()).isEqualTo(50);
    assertThat(stats.get("p50_us").asDouble()).isGreaterThanOrEqualTo(3_900);
  }

  @Test
  void settingsShowWhatDecidesTheResult() throws Exception {
    JsonNode settings = json("/settings");
    assertThat(settings.get("delay_us").asInt()).isEqualTo(20_000);
    assertThat(settings.get("delay").asString()).isEqualTo("20ms");
    assertThat(settings.get("event_loops").asInt()).isEqualTo(2);
    assertThat(settings.get("transport").asString()).isIn("epoll", "nio");
  }

  @Test
  void aDistributionIsKeptAndItsSequenceBeginsAgainAfterAReset() throws Exception {
    server.close();
    server = EchoServer.start(config("auto", "75%:2ms,25%:30ms"));
    EchoDelays first = delaysOf(60);
    assertThat(first.distribution().text()).isEqualTo("75%:2ms,25%:30ms");
    assertThat(first.asked().bins()).hasSize(2);
    assertThat(first.asked().count()).isEqualTo(60);
    assertThat(first.kept().count()).isEqualTo(60);
    assertThat(first.kept().meanUs()).isGreaterThanOrEqualTo(first.asked().meanUs());
    ask("POST /stats/reset HTTP/1.1\r\nHost: e\r\nConnection: close\r\n\r\n");
    assertThat(delaysOf(60).asked()).isEqualTo(first.asked());
  }

  private EchoDelays delaysOf(int requests) {
    for (int i = 0; i < requests; i++) {
      get("/echo");
    }
    return RunJson.fromTree(json("/stats").get("delays"), EchoDelays.class);
  }

  @Test
  void onNioItServesToo() throws Exception {
    server.close();
    server = EchoServer.start(config("nio"));
    assertThat(get("/echo")).startsWith("HTTP/1.1 200");
    assertThat(json("/settings").get("transport_warning").asString()).contains("1 ms");
  }

  @Test
  void aBusyPortIsAnErrorThatSaysSo() {
    EchoConfig taken =
        new EchoConfig(
            "127.0.0.1",
            server.port(),
            work(DelayDistribution.Constant.STANDARD, EchoFailures.NONE),
            1,
            10,
            Transport.choose("auto"));
    assertThatThrownBy(() -> EchoServer.start(taken))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("in use");
  }

  private JsonNode json(String path) {
    return JsonMapper.shared().readTree(body(get(path)));
  }

  private String get(String path) {
    try {
      return ask("GET " + path + " HTTP/1.1\r\nHost: e\r\nConnection: close\r\n\r\n");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static String body(String answer) {
    return answer.substring(answer.indexOf("\r\n\r\n") + 4);
  }

  /** Sends the bytes and reads until the server closes. */
  private String ask(String bytes) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
