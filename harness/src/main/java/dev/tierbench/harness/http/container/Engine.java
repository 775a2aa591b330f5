package dev.tierbench.harness.http.container;

import dev.tierbench.run.RunJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * The container engine, through its command line. An engine that is missing, refuses or does not
 * answer in time is an {@link IOException} whose message is for the user.
 */
public record Engine(String program) {

  public static final Engine DOCKER = new Engine("docker");

  private static final Duration TELL = Duration.ofSeconds(10);

  /** How long a JVM may take to end before the engine kills it. */
  private static final int GRACE_SECONDS = 5;

  private static final Duration RESTART = Duration.ofSeconds(25);

  /** Which engine it is, and the name of the host that it runs on. */
  public record Identity(String version, String host) {}

  public Identity identity() throws IOException, InterruptedException {
    String[] words = run(TELL, "info", "--format", "{{.ServerVersion}} {{.Name}}").split(" ", 2);
    if (words.length < 2 || words[0].isEmpty()) {
      throw new IOException("no container engine answers");
    }
    return new Identity(words[0], words[1]);
  }

  /** The containers that carry that label, running or not. */
  List<Container> labelled(String label) throws IOException, InterruptedException {
    String ids = run(TELL, "ps", "--all", "--quiet", "--no-trunc", "--filter", "label=" + label);
    List<Container> found = new ArrayList<>();
    for (String id : ids.lines().toList()) {
      found.add(inspect(id));
    }
    return found;
  }

  Container inspect(String id) throws IOException, InterruptedException {
    String text = run(TELL, "inspect", "--type", "container", id);
    try {
      JsonNode containers = RunJson.parse(text);
      return Container.of(containers.path(0));
    } catch (JacksonException e) {
      throw new IOException(program + " inspect did not answer in JSON: " + e.getOriginalMessage());
    }
  }

  /** Ends what runs in the container, if anything does, and starts it anew. */
  void restart(String id) throws IOException, InterruptedException {
    String unused = run(RESTART, "restart", "--time", String.valueOf(GRACE_SECONDS), id);
  }

  /** Holds what runs in the container to these cores, now and after a restart. */
  void holdTo(String id, String cores) throws IOException, InterruptedException {
    String unused = run(TELL, "update", "--cpuset-cpus", cores, id);
  }

  void kill(String id) throws IOException, InterruptedException {
    String unused = run(TELL, "kill", id);
  }

  /** What the container said since that time. */
  String logs(String id, String since) throws IOException, InterruptedException {
    return run(TELL, "logs", "--since", since, id);
  }

  /** Both streams; the engine's logs come on both. */
  private String run(Duration limit, String... arguments) throws IOException, InterruptedException {
    List<String> command = Stream.concat(Stream.of(program), Stream.of(arguments)).toList();
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    try {
      CompletableFuture<String> output = CompletableFuture.supplyAsync(() -> all(process));
      String text = output.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      if (process.waitFor() != 0) {
        throw new IOException(words(arguments) + ": " + lastLine(text));
      }
      return text;
    } catch (TimeoutException e) {
      throw new IOException(
          words(arguments) + ": no answer within " + limit.toSeconds() + " s; is the engine well?",
          e);
    } catch (ExecutionException e) {
      throw new IOException(words(arguments) + ": " + e.getCause().getMessage(), e);
    } finally {
      process.destroyForcibly();
    }
  }

  private static String all(Process process) {
    try {
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String words(String... arguments) {
    return program + " " + arguments[0];
  }

  private static String lastLine(String text) {
    return text.lines().reduce((first, last) -> last).orElse("it failed without a word");
  }
}
