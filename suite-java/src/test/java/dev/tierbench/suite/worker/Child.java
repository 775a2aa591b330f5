package dev.tierbench.suite.worker;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A process of an engine and the harness' end of its socket: sends go whenever the engine waits.
 */
public record Child(List<JsonNode> events, int exitCode) {

  private static final JsonMapper JSON = new JsonMapper();

  /** Runs a main class to its end. The word {@code $SOCKET} of an argument becomes the path. */
  public static Child run(String mainClass, String... args) throws Exception {
    return run(List.of(), mainClass, args);
  }

  /** The same with options of its JVM. */
  static Child run(List<String> jvmOptions, String mainClass, String... args) throws Exception {
    Path folder = Files.createTempDirectory("engine");
    Path socket = folder.resolve("socket");
    Path log = folder.resolve("log");
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket));
      Process process = start(jvmOptions, mainClass, socket, log, args);
      process.onExit().thenRun(() -> closeUnaccepted(server));
      List<JsonNode> events;
      try (SocketChannel channel = server.accept()) {
        events = converse(channel);
      }
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException("the engine did not end:\n" + Files.readString(log));
      }
      return new Child(events, process.exitValue());
    } finally {
      Files.deleteIfExists(socket);
      Files.deleteIfExists(log);
      Files.deleteIfExists(folder);
    }
  }

  private static Process start(
      List<String> jvmOptions, String mainClass, Path socket, Path log, String... args)
      throws IOException {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.add("-D" + Link.PROPERTY + "=" + socket);
    words.addAll(jvmOptions);
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
    Stream.of(args).map(arg -> arg.replace("$SOCKET", socket.toString())).forEach(words::add);
    return new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(log.toFile()).start();
  }

  /** Lets accept() fail where the engine died before it connected. */
  private static void closeUnaccepted(ServerSocketChannel server) {
    try {
      server.close();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static List<JsonNode> converse(SocketChannel channel) throws IOException {
    List<JsonNode> events = new ArrayList<>();
    BufferedReader lines = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      JsonNode event = JSON.readTree(line);
      events.add(event);
      switch (event.path("event").asString()) {
        case "ready", "phase-end" ->
            channel.write(ByteBuffer.wrap("go\n".getBytes(StandardCharsets.UTF_8)));
        default -> {}
      }
    }
    return events;
  }

  /** Event names with their phases, in order. */
  public List<String> sequence() {
    return events.stream()
        .map(event ->
            event.has("phase")
                ? event.path("event").asString() + " " + event.path("phase").asString()
                : event.path("event").asString())
        .toList();
  }

  /** The settings that the engine reported. */
  public JsonNode settings() {
    return events.stream()
        .filter(event -> event.path("event").asString().equals("settings"))
        .findFirst()
        .orElseThrow()
        .path("settings");
  }

  /** The values of all runs of a phase. */
  public List<JsonNode> runs(String phase) {
    return events.stream()
        .filter(event -> event.path("event").asString().equals("run"))
        .filter(event -> event.path("phase").asString().equals(phase))
        .map(event -> event.path("run"))
        .toList();
  }
}
