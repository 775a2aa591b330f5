package dev.tierbench.harness.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.run.Verdict;
import dev.tierbench.run.protocol.LiveState;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class LiveServerTest {

  @TempDir Path folder;
  private final LiveBoard board = new LiveBoard(System::nanoTime);
  private final HttpClient client = HttpClient.newHttpClient();
  private LiveServer server;

  @BeforeEach
  void start() throws IOException {
    server = new LiveServer(board, "the page", 0);
  }

  @AfterEach
  void end() {
    server.close();
    client.shutdownNow();
  }

  private HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create(server.url()).resolve(path));
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return client.send(to(path).build(), HttpResponse.BodyHandlers.ofString());
  }

  private BufferedReader events() throws IOException, InterruptedException {
    HttpResponse<InputStream> response =
        client.send(to("/events").build(), HttpResponse.BodyHandlers.ofInputStream());
    assertThat(response.headers().firstValue("Content-Type")).contains("text/event-stream");
    return new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
  }

  /** The data of the next event of that kind. */
  private static String next(BufferedReader events, String kind) throws IOException {
    for (String line = events.readLine(); line != null; line = events.readLine()) {
      if (line.equals("event: " + kind)) {
        return events.readLine();
      }
    }
    throw new AssertionError("the stream ended without " + kind);
  }

  @Test
  void thePageIsServedAndNothingElse() throws Exception {
    assertThat(get("/").body()).isEqualTo("the page");
    assertThat(get("/").headers().firstValue("Content-Type")).contains("text/html; charset=utf-8");
    assertThat(get("/favicon.ico").statusCode()).isEqualTo(204);
    assertThat(get("/../../etc/passwd").statusCode()).isEqualTo(404);
    assertThat(get("/report/1x").statusCode()).isEqualTo(404);
    HttpResponse<String> posted =
        client.send(
            to("/").POST(HttpRequest.BodyPublishers.noBody()).build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(posted.statusCode()).isEqualTo(405);
  }

  @Test
  void aReloadGetsTheWholeStateAgainAndTheEndIsToldBeforeTheStreamEnds() throws Exception {
    board.beginsRun("run", 10);
    board.judged(LiveEvents.result(Verdict.PASS));
    try (BufferedReader first = events()) {
      assertThat(next(first, LiveState.STATE)).contains("01-tomcat-platform");
      board.second(LiveEvents.second(1));
      assertThat(next(first, LiveState.SECOND)).contains("\"ok\":50");
    }
    BufferedReader again = events();
    assertThat(next(again, LiveState.STATE)).contains("01-tomcat-platform", "\"ok\":50");
    board.ends(0);
    assertThat(next(again, LiveState.END)).isEqualTo("data: 0");
    server.close();
    assertThat(next(again, LiveState.CLOSED)).isEqualTo("data: true");
    assertThat(again.readLine()).isEmpty();
    assertThat(again.readLine()).isNull();
  }

  @Test
  void aPageThatIsGoneIsNoReaderAnyMore() throws Exception {
    BufferedReader reader = events();
    next(reader, LiveState.STATE);
    assertThat(board.readers()).isEqualTo(1);
    reader.close();
    while (board.readers() > 0) {
      board.say("a line");
      Thread.sleep(20);
    }
  }

  @Test
  void metricsHaveTheTypeOfOpenMetrics() throws Exception {
    HttpResponse<String> metrics = get("/metrics");
    assertThat(metrics.headers().firstValue("Content-Type"))
        .contains("application/openmetrics-text; version=1.0.0; charset=utf-8");
    assertThat(metrics.body()).endsWith("# EOF\n");
  }

  @Test
  void theReportIsThereWhenItIsWritten() throws Exception {
    assertThat(get("/report").statusCode()).isEqualTo(404);
    Path page = Files.writeString(folder.resolve("report.html"), "the report");
    board.reported(new LiveState.Report("run", page.toString(), true));
    board.reported(new LiveState.Report("other", "/nonexistent", false));
    assertThat(get("/report/0").body()).isEqualTo("the report");
    assertThat(get("/report/1").body()).contains("not written");
    assertThat(get("/report/2").statusCode()).isEqualTo(404);
  }

  @Test
  void aPageOfAnotherSiteCannotReadItByANameOfItsOwn() throws IOException {
    URI url = URI.create(server.url());
    try (Socket socket = new Socket(url.getHost(), url.getPort())) {
      socket
          .getOutputStream()
          .write(
              "GET / HTTP/1.1\r\nHost: rebound.example\r\nConnection: close\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
          .startsWith("HTTP/1.1 403")
          .doesNotContain("the page");
    }
  }

  private int status(String path, String header, String value) throws Exception {
    return client
        .send(to(path).header(header, value).build(), HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  @Test
  void aPageOfAnotherSiteMakesNoWork() throws Exception {
    for (String path : List.of("/", "/events", "/metrics")) {
      assertThat(status(path, "Origin", "http://other.example")).as(path).isEqualTo(403);
      assertThat(status(path, "Origin", "null")).as(path).isEqualTo(403);
      assertThat(status(path, "Sec-Fetch-Site", "cross-site")).as(path).isEqualTo(403);
    }
    assertThat(status("/", "Sec-Fetch-Site", "none")).isEqualTo(200);
    assertThat(status("/metrics", "Sec-Fetch-Site", "same-origin")).isEqualTo(200);
    assertThat(board.readers()).isZero();
  }

  @Test
  void morePagesThanAFewAreRefused() throws Exception {
    List<BufferedReader> open = new ArrayList<>();
    for (int i = 0; i < LiveBoard.MOST_READERS; i++) {
      open.add(events());
      next(open.getLast(), LiveState.STATE);
    }
    assertThat(get("/events").statusCode()).isEqualTo(503);
    assertThat(get("/").statusCode()).isEqualTo(200);
    for (BufferedReader reader : open) {
      reader.close();
    }
  }

  @Test
  void aHeadThatDoesNotComeEndsItsConnection() throws Exception {
    URI url = URI.create(server.url());
    try (Socket slow = new Socket(url.getHost(), url.getPort())) {
      slow.getOutputStream().write("GET / HTTP/1.1\r\nHost:".getBytes(StandardCharsets.US_ASCII));
      assertThat(slow.getInputStream().readAllBytes()).isEmpty();
    }
  }

  @Test
  void moreConnectionsThanThereAreReadersForAreClosed() throws Exception {
    URI url = URI.create(server.url());
    List<Socket> sockets = new ArrayList<>();
    int closed = 0;
    for (int i = 0; i < 2 * LiveServer.MOST_CONNECTIONS; i++) {
      sockets.add(new Socket(url.getHost(), url.getPort()));
      sockets.getLast().setSoTimeout(20);
    }
    for (Socket socket : sockets) {
      try (socket) {
        closed += socket.getInputStream().read() < 0 ? 1 : 0;
      } catch (SocketTimeoutException stillOpen) {
        assertThat(stillOpen).hasMessageContaining("timed out");
      }
    }
    assertThat(closed).isGreaterThanOrEqualTo(LiveServer.MOST_CONNECTIONS / 2);
  }

  @Test
  void aPortThatIsTakenIsNamedInOneLine() throws IOException {
    try (ServerSocket taken =
        new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
      int port = taken.getLocalPort();
      assertThatThrownBy(() -> new LiveServer(board, "", port).close())
          .isInstanceOf(IOException.class)
          .message()
          .startsWith("cannot start: --live " + port + ": ")
          .hasLineCount(1);
    }
  }
}
