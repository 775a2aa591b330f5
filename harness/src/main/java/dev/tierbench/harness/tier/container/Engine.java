package dev.tierbench.harness.tier.container;

import dev.tierbench.observer.host.child.Command;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.ResourceLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * The container engine, through its command line. An engine that is missing, refuses or does not
 * answer in time is an {@link IOException} whose message is for the user.
 */
public record Engine(String program) {

  public static final Engine DOCKER = new Engine("docker");

  private static final Duration ANSWER = Duration.ofSeconds(10);

  /** How long a JVM may take to end before the engine kills it. */
  private static final int GRACE_SECONDS = 5;

  /** Limit for a restart, also of several containers at once. */
  private static final Duration RESTART = Duration.ofSeconds(25);

  /** Version of the engine, and name of the host that it runs on. */
  public record Identity(String version, String host) {}

  public Identity identity() throws IOException, InterruptedException {
    String[] parts = run(ANSWER, "info", "--format", "{{.ServerVersion}} {{.Name}}").split(" ", 2);
    if (parts.length < 2 || parts[0].isEmpty()) {
      throw new IOException("no container engine answers");
    }
    return new Identity(parts[0], parts[1]);
  }

  /** The containers that carry that label, running or not. */
  List<Container> labelled(String label) throws IOException, InterruptedException {
    String ids = run(ANSWER, "ps", "--all", "--quiet", "--no-trunc", "--filter", "label=" + label);
    List<Container> found = new ArrayList<>();
    for (String id : ids.lines().toList()) {
      found.add(inspect(id));
    }
    return found;
  }

  Container inspect(String id) throws IOException, InterruptedException {
    String text = run(ANSWER, "inspect", "--type", "container", id);
    try {
      JsonNode containers = RunJson.parse(text);
      return Container.of(containers.path(0));
    } catch (JacksonException e) {
      throw new IOException(
          program + " inspect did not answer in JSON: " + RunJson.description(e), e);
    }
  }

  /** Ends what runs in the container, if anything does, and starts it anew. */
  void restart(String id) throws IOException, InterruptedException {
    run(RESTART, "restart", "--time", String.valueOf(GRACE_SECONDS), id);
  }

  /** Ends what runs in these containers, if anything does. */
  void stop(List<String> ids) throws IOException, InterruptedException {
    all(List.of("stop", "--time", String.valueOf(GRACE_SECONDS)), ids);
  }

  /** Starts those of these containers that do not run. */
  void start(List<String> ids) throws IOException, InterruptedException {
    all(List.of("start"), ids);
  }

  private void all(List<String> command, List<String> ids)
      throws IOException, InterruptedException {
    if (!ids.isEmpty()) {
      Stream<String> words = Stream.concat(command.stream(), ids.stream());
      run(RESTART, words.toArray(String[]::new));
    }
  }

  /** Holds what runs in the container to these cores, now and after a restart. */
  void holdTo(String id, String cores) throws IOException, InterruptedException {
    run(ANSWER, "update", "--cpuset-cpus", cores, id);
  }

  /** Gives what runs in the container a quota of CPU time, now and after a restart. */
  void limit(String id, double cores) throws IOException, InterruptedException {
    String period = String.valueOf(ResourceLimits.PERIOD_US);
    String quota = ResourceLimits.micros(cores);
    run(ANSWER, "update", "--cpu-period", period, "--cpu-quota", quota, id);
  }

  /** Takes that quota away again. */
  void unlimit(String id) throws IOException, InterruptedException {
    run(ANSWER, "update", "--cpu-quota", "-1", id);
  }

  void kill(String id) throws IOException, InterruptedException {
    run(ANSWER, "kill", id);
  }

  /** The output of the container since that time, both streams. */
  String logs(String id, String since) throws IOException, InterruptedException {
    return Command.run(words("logs", "--since", since, id), ANSWER);
  }

  /** Whether a command failed because there is no such container any more. */
  static boolean isMissing(IOException failed) {
    return String.valueOf(failed.getMessage()).contains("No such container");
  }

  private String run(Duration limit, String... arguments) throws IOException, InterruptedException {
    return Command.answer(words(arguments), limit);
  }

  private List<String> words(String... arguments) {
    return Stream.concat(Stream.of(program), Stream.of(arguments)).toList();
  }
}
