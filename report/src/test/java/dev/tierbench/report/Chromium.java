package dev.tierbench.report;

import dev.tierbench.run.file.RunJson;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** A headless Chromium with one page, driven over its DevTools protocol. */
final class Chromium {

  private static final int SECONDS = 30;

  private final Process process;
  private final WebSocket socket;
  private final AtomicInteger lastId = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();

  /** Everything that the page complained of. */
  final List<String> errors = new CopyOnWriteArrayList<>();

  /** The address of everything that the page asked for. */
  final List<String> requests = new CopyOnWriteArrayList<>();

  /** The browser of this machine, if there is one. */
  static Optional<Path> find() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
        .flatMap(folder ->
            Stream.of("chromium", "chromium-browser", "google-chrome")
                .map(Path.of(folder)::resolve))
        .filter(Files::isExecutable)
        .findFirst();
  }

  Chromium(Path browser, Path profile) throws IOException, InterruptedException {
    process =
        new ProcessBuilder(
                browser.toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--hide-scrollbars",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(profile.resolve("chromium.log").toFile())
            .start();
    HttpClient http = HttpClient.newHttpClient();
    socket =
        http.newWebSocketBuilder()
            .buildAsync(
                URI.create(pageAddress(http, profile.resolve("DevToolsActivePort"))),
                new Listener())
            .join();
    for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
      call(domain + ".enable", Map.of());
    }
  }

  private static String pageAddress(HttpClient http, Path portFile)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (!Files.exists(portFile) || Files.readAllLines(portFile).size() < 2) {
      if (System.nanoTime() > end) {
        throw new IOException("Chromium did not open its DevTools port");
      }
      Thread.sleep(50);
    }
    String port = Files.readAllLines(portFile).getFirst();
    HttpRequest list =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/list")).build();
    JsonNode pages = RunJson.parse(http.send(list, HttpResponse.BodyHandlers.ofString()).body());
    return pages
        .valueStream()
        .filter(page -> page.path("type").asString().equals("page"))
        .findFirst()
        .orElseThrow(() -> new IOException("Chromium shows no page"))
        .path("webSocketDebuggerUrl")
        .asString();
  }

  private final class Listener implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      text.append(data);
      if (last) {
        receive(RunJson.parse(text.toString()));
        text.setLength(0);
      }
      from.request(1);
      return null;
    }
  }

  private void receive(JsonNode message) {
    if (message.has("id")) {
      answers.remove(message.path("id").intValue()).complete(message);
      return;
    }
    JsonNode about = message.path("params");
    switch (message.path("method").asString()) {
      case "Runtime.exceptionThrown" -> errors.add(about.path("exceptionDetails").toString());
      case "Runtime.consoleAPICalled" -> errors.add(about.path("args").toString());
      case "Log.entryAdded" -> errors.add(about.path("entry").toString());
      case "Page.javascriptDialogOpening" -> errors.add("dialog: " + about);
      case "Network.requestWillBeSent" ->
          requests.add(about.path("request").path("url").asString());
      default -> {
        // The protocol tells of much that no test asks for.
      }
    }
  }

  JsonNode call(String method, Map<String, ?> parameters) {
    int id = lastId.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    answers.put(id, answer);
    socket
        .sendText(
            RunJson.toJsonLine(Map.of("id", id, "method", method, "params", parameters)), true)
        .join();
    JsonNode message = answer.orTimeout(SECONDS, TimeUnit.SECONDS).join();
    if (message.has("error")) {
      throw new IllegalStateException(method + ": " + message.path("error"));
    }
    return message.path("result");
  }

  /** Opens a page of that width in a theme, and waits until its script has run. */
  void open(Path page, String fragment, int width, boolean dark) throws InterruptedException {
    open(page.toUri() + fragment, width, dark);
  }

  /** The same of an address. */
  void open(String url, int width, boolean dark) throws InterruptedException {
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", width < 600));
    call(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    call("Page.navigate", Map.of("url", "about:blank"));
    call("Page.navigate", Map.of("url", url));
    await("document.readyState === 'complete' && document.querySelector('footer') !== null");
  }

  /** The value of an expression in the page. */
  JsonNode value(String expression) {
    JsonNode result =
        call(
            "Runtime.evaluate",
            Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
    if (result.has("exceptionDetails")) {
      throw new IllegalStateException(expression + ": " + result.path("exceptionDetails"));
    }
    return result.path("result").path("value");
  }

  void await(String condition) throws InterruptedException {
    await(condition, SECONDS);
  }

  void await(String condition, int seconds) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (!value(condition).asBoolean(false)) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("never true: " + condition + "; errors: " + errors);
      }
      Thread.sleep(30);
    }
  }

  /** Makes the window as high as the page, and waits until everything is drawn in it. */
  void stretch(int width, int mostHeight) {
    int height = Math.min(mostHeight, value("document.documentElement.scrollHeight").intValue());
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    value(
        "new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(() =>"
            + " setTimeout(drawn, 300))))");
  }

  /** Part of the page as an image. */
  void screenshot(Path file, String selector, int mostHeight) throws IOException {
    JsonNode box =
        value(
            "(() => { const r = document.querySelector('"
                + selector
                + "').getBoundingClientRect();"
                + " return {x: r.x + scrollX, y: r.y + scrollY, width: r.width, height: r.height}; })()");
    JsonNode shot =
        call(
            "Page.captureScreenshot",
            Map.of(
                "format",
                "png",
                "captureBeyondViewport",
                true,
                "clip",
                Map.of(
                    "x",
                    box.path("x").doubleValue(),
                    "y",
                    box.path("y").doubleValue(),
                    "width",
                    box.path("width").doubleValue(),
                    "height",
                    Math.min(mostHeight, box.path("height").doubleValue()),
                    "scale",
                    1)));
    Files.write(file, Base64.getDecoder().decode(shot.path("data").asString()));
  }

  /** Ends the browser and waits until it is gone. */
  void end() throws InterruptedException {
    socket.abort();
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
    if (!process.waitFor(5, TimeUnit.SECONDS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
    }
  }
}
