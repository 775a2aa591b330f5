package dev.tierbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tierbench.run.Tier;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.protocol.LiveState;
import dev.tierbench.run.protocol.LoadEvent;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The live page in a real browser, in front of a server that sends what the test says. {@code
 * -Dtierbench.live=URL} has it watch a real run that is under way to its end.
 */
@Tag("process")
class LivePageTest extends PageInBrowser {

  private static final int MILLIS_PER_SECOND = 1_000;
  private static final String END = "";
  private static final Charset UTF_8 = StandardCharsets.UTF_8;

  /** Of the first chart; 0 until it is drawn. */
  private static final String POINTS =
      "(globalThis.Chart && document.querySelector('canvas')"
          + " && Chart.getChart(document.querySelector('canvas'))?.data.datasets[0].data.length || 0)";

  private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private volatile LiveState state;
  private HttpServer server;

  @BeforeEach
  void serve() throws IOException {
    Path page = temp.resolve("live.html");
    Programs.run("live", "--out", page.toString());
    byte[] html = Files.readAllBytes(page);
    state = state(List.of(), List.of(), List.of(), Optional.empty());
    server =
        HttpServer.create(
            new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", exchange -> send(exchange, "text/html; charset=utf-8", html));
    server.createContext(
        "/report", exchange -> send(exchange, "text/html", "<p>the report".getBytes(UTF_8)));
    server.createContext(
        "/favicon.ico",
        exchange -> {
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.createContext("/events", this::stream);
    server.start();
  }

  @AfterEach
  void leave() {
    // A page that is open would complain of the server's end, in the next test.
    browser.call("Page.navigate", Map.of("url", "about:blank"));
    endServer();
  }

  private void endServer() {
    events.add(END);
    server.stop(0);
    threads.shutdownNow();
  }

  private static void send(HttpExchange exchange, String type, byte[] body) throws IOException {
    try (exchange) {
      exchange.getResponseHeaders().set("Content-Type", type);
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private void stream(HttpExchange exchange) throws IOException {
    events.clear();
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    try (OutputStream body = exchange.getResponseBody()) {
      body.write(event(LiveState.STATE, state).getBytes(UTF_8));
      body.flush();
      for (String event = events.take(); !event.equals(END); event = events.take()) {
        body.write(event.getBytes(UTF_8));
        body.flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String event(String kind, Object data) {
    return "event: " + kind + "\ndata: " + RunJson.toJsonLine(data) + "\n\n";
  }

  private void push(String kind, Object data) {
    events.add(event(kind, data));
  }

  private static LiveState state(
      List<LiveState.Second> seconds,
      List<LiveState.Result> results,
      List<LiveState.Report> reports,
      Optional<Integer> exitCode) {
    return new LiveState(
        LiveState.SCHEMA,
        "20260101T120000Z-quick",
        exitCode.isPresent()
            ? Optional.empty()
            : Optional.of(
                new LiveState.Position(
                    "20260101T120000Z-quick", "01-tomcat-platform at 200", 30, 20, 5, 120)),
        seconds,
        results,
        List.of("[00:01] 01-tomcat-platform warm-up: server settled"),
        reports,
        exitCode);
  }

  private static LiveState.Second second(int number, Optional<Double> p99Ms) {
    LiveState.Requests counted =
        LiveState.Requests.of(LoadEvent.second(0, "measure", 1, 1_000L + number, 0), 1);
    return new LiveState.Second(
        1_760_000_000_000L + (long) number * MILLIS_PER_SECOND,
        "01-tomcat-platform",
        "200",
        "measure",
        new LiveState.Requests(
            1, counted.ok(), 0, counted.throughputRps(), Optional.of(50.5), p99Ms, 1),
        List.of(
            new LiveState.TierCpu(Tier.SERVER, "server", Optional.of(0.8), Optional.of(0.8)),
            new LiveState.TierCpu(Tier.LOADGEN, "loadgen", Optional.of(0.3), Optional.of(0.3)),
            new LiveState.TierCpu(Tier.ECHO, "echo", Optional.empty(), Optional.empty())));
  }

  private static List<LiveState.Second> seconds(int count) {
    List<LiveState.Second> seconds = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      seconds.add(second(i, Optional.of(61.5 + i % 7)));
    }
    return seconds;
  }

  private static LiveState.Result result(Verdict verdict, String trial) {
    return new LiveState.Result(
        "20260101T120000Z-quick",
        trial,
        "200",
        verdict,
        List.of(
            new LiveState.Value("throughput", "req/s", Optional.of(3_921.0)),
            new LiveState.Value("CPU", "µs/req", Optional.empty())),
        verdict == Verdict.PASS ? List.of() : List.of("steal: 4 % of the CPU was stolen"));
  }

  private String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
  }

  private static int points() {
    return browser.value(POINTS).intValue();
  }

  private static void assertNoErrorAndNoOtherHost() {
    assertThat(browser.errors).isEmpty();
    assertThat(browser.requests)
        .allMatch(url -> url.startsWith("http://127.0.0.1:") || url.equals("about:blank"));
  }

  @ParameterizedTest
  @CsvSource({"1280, false", "1280, true", "390, false", "390, true"})
  void thePageIsReadableWithoutAnErrorOrARequestElsewhere(int width, boolean dark)
      throws InterruptedException, IOException {
    state =
        state(
            seconds(90),
            List.of(result(Verdict.PASS, "01-a"), result(Verdict.WARN, "02-b")),
            List.of(),
            Optional.empty());
    browser.open(url(), width, dark);
    browser.await("document.querySelectorAll('#results tbody tr').length === 2");
    browser.value("document.querySelector('#seconds summary').click()");
    browser.await("document.querySelectorAll('#seconds tbody tr').length === 60");
    assertFits(width);
    assertNoErrorAndNoOtherHost();
    keepScreenshot(width, dark);
  }

  @Test
  void whatComesIsShownAndAReloadLosesNothing() throws InterruptedException {
    browser.open(url(), 1_280, false);
    browser.await("document.querySelector('#what').textContent === '01-tomcat-platform at 200'");
    assertThat(text("#position")).contains("29.2 %", "00:35 of about 02:00", "01:25");
    assertThat(text("#seconds")).contains("No load was measured by second yet");
    assertThat(text("#results")).contains("No step has a verdict yet");
    push(LiveState.SECOND, second(1, Optional.empty()));
    push(LiveState.SECOND, second(2, Optional.empty()));
    push(LiveState.RESULT, result(Verdict.FAIL, "01-tomcat-platform"));
    push(LiveState.LINE, "[00:09] <b>a line</b>");
    browser.await("document.querySelector('.log').textContent.includes('<b>a line</b>')");
    browser.await("document.querySelector('.tiles').textContent.includes('1,002')");
    browser.await(POINTS + " === 2");
    assertThat(text(".tiles")).contains("throughput1,002", "p5050.5 ms", "p99–");
    assertThat(text(".tiles")).contains("CPU of the server0.800", "CPU of the echo tier–");
    assertThat(text("#results")).contains("FAIL", "3,921", "–", "steal: 4 %");

    state = state(seconds(3), List.of(result(Verdict.PASS, "01-a")), List.of(), Optional.empty());
    browser.call("Page.reload", Map.of());
    browser.await("document.querySelector('#results tbody tr') !== null");
    browser.await(POINTS + " === 3");
    assertNoErrorAndNoOtherHost();
  }

  @Test
  void theEndLeavesEverythingAndNamesTheReportAlsoWhenTheServerIsGone()
      throws InterruptedException {
    state = state(seconds(5), List.of(result(Verdict.PASS, "01-a")), List.of(), Optional.empty());
    browser.open(url(), 1_280, false);
    browser.await("document.querySelector('#results tbody tr') !== null");
    push(LiveState.REPORT, new LiveState.Report("quick", "/results/quick/report.html", true));
    push(LiveState.END, 0);
    browser.await("document.querySelector('[role=status]').textContent.includes('has ended')");
    assertThat(browser.value("document.querySelector('#reports a').pathname").asString())
        .isEqualTo("/report/0");
    push(LiveState.CLOSED, true);
    browser.await(
        "document.querySelector('#reports').textContent.includes('open the file itself')");
    endServer();
    Thread.sleep(3 * MILLIS_PER_SECOND);
    assertThat(text("#reports")).contains("/results/quick/report.html");
    assertThat(browser.value("document.querySelector('#reports a') === null").asBoolean()).isTrue();
    assertThat(text("[role=status]")).isEqualTo("The run has ended: every step is PASS or WARN.");
    assertThat(text("#results")).contains("3,921");
    assertNoErrorAndNoOtherHost();
  }

  @Test
  void aSuiteHasNoSecondsAndSaysSo() throws InterruptedException {
    state = state(List.of(), List.of(result(Verdict.PASS, "01-a")), List.of(), Optional.empty());
    browser.open(url(), 390, true);
    browser.await("document.querySelector('#results tbody tr') !== null");
    assertThat(browser.value("document.querySelector('.tiles').offsetHeight").intValue()).isZero();
    assertFits(390);
    assertNoErrorAndNoOtherHost();
  }

  /** Of a sweep that somebody started with {@code --live}; it is loaded again under way. */
  @Test
  void aRealRunIsFollowedToItsEnd() throws InterruptedException, IOException {
    String run = System.getProperty("tierbench.live");
    assumeTrue(run != null, "scripts/test-live.sh runs this");
    browser.open(run, 1_280, false);
    browser.await("document.querySelector('#what').textContent.includes(' ')", 120);
    browser.await(POINTS + " >= 3", 120);
    int before = points();
    browser.await(POINTS + " > " + before, 60);
    browser.call("Page.reload", Map.of());
    browser.await(POINTS + " > " + before, 60);
    browser.await("document.querySelector('#results tbody tr') !== null", 240);
    keepScreenshot(1_280, false);
    browser.await(
        "document.querySelector('[role=status]').textContent.startsWith('The run has ended')", 240);
    browser.await("document.querySelector('#reports a') !== null", 60);
    String report = browser.value("fetch('/report/0').then((answer) => answer.text())").asString();
    assertThat(report).contains("<!DOCTYPE html>", "id=\"data\"");
    browser.await(
        "document.querySelector('#reports').textContent.includes('open the file itself')", 60);
    assertThat(text("#reports")).contains("report.html");
    assertNoErrorAndNoOtherHost();
  }

  private static void keepScreenshot(int width, boolean dark) throws IOException {
    String folder = System.getProperty("tierbench.screenshots");
    if (folder != null) {
      Files.createDirectories(Path.of(folder));
      browser.stretch(width, 12_000);
      browser.screenshot(
          Path.of(folder, "live-" + width + (dark ? "-dark" : "-light") + ".png"), "html", 6_000);
    }
  }
}
