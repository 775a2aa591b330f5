package dev.tierbench.harness.tier.remote;

import dev.tierbench.harness.preflight.SweepId;
import dev.tierbench.harness.tier.ServerCommand;
import dev.tierbench.observer.agent.AgentRequest;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.observer.host.child.Command;
import dev.tierbench.run.descriptor.HostDescriptor;
import dev.tierbench.run.plan.Manifest;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Programs in containers of another host's engine, which a Docker context names. Each tier is a new
 * container, on its host's network and locked down as in {@code docker-compose.yml}.
 */
record DockerTransport(HostDescriptor host) implements HostTransport {

  private static final String DOCKER = "docker";
  private static final Duration ANSWER = Duration.ofSeconds(20);
  private static final Duration MOVE = Duration.ofMinutes(15);

  /** The exit codes of {@code docker run} itself; a program may use the first, too. */
  private static final Set<Integer> OWN_FAILURES = Set.of(1, 125);

  /** The folder of a generator's results, in its container. */
  private static final String OUTPUT = "/tmp/out";

  /** The label of the containers that are kept when they have ended; its value is their sweep. */
  private static final String GENERATOR = "dev.tierbench.generator";

  /** The jar in the images of the tiers. */
  private static final String JAR = "app.jar";

  private static final String OPEN_FILES = environment("NOFILE", "20000");

  /** What the observer needs of the kernel, as in the compose file; and to hold tiers to cores. */
  private static final List<String> CAPABILITIES =
      List.of(
          "BPF",
          "PERFMON",
          "IPC_LOCK",
          "SYS_PTRACE",
          "SYS_NICE",
          "DAC_READ_SEARCH",
          "KILL",
          "SETUID",
          "SETGID");

  /** Engines before 23 know neither BPF nor PERFMON: SYS_ADMIN holds both. */
  private static final List<String> OLD_CAPABILITIES =
      Stream.concat(Stream.of("SYS_ADMIN"), CAPABILITIES.stream().skip(2)).toList();

  private static final int FIRST_WITH_BPF = 23;

  /**
   * The address of the host of a context.
   *
   * @throws IOException when there is no such context, or it is this host's engine
   */
  static String addressOf(String context) throws IOException, InterruptedException {
    String endpoint =
        Command.answer(
            List.of(
                DOCKER, "context", "inspect", context, "--format", "{{.Endpoints.docker.Host}}"),
            ANSWER);
    return Optional.ofNullable(URI.create(endpoint).getHost())
        .orElseThrow(() ->
            new IOException(
                ("the Docker context %s is %s, which names no other host: give 'address', or create it"
                        + " with --docker host=ssh://user@host")
                    .formatted(context, endpoint)));
  }

  private static String environment(String name, String otherwise) {
    return Optional.ofNullable(System.getenv(name))
        .filter(value -> !value.isEmpty())
        .orElse(otherwise);
  }

  static String image(String module) {
    return "%s/%s:%s"
        .formatted(
            environment("IMAGE_PREFIX", "tierbench"), module, environment("IMAGE_TAG", "latest"));
  }

  @Override
  public String java() {
    return "java";
  }

  @Override
  public String jar(String module) {
    return JAR;
  }

  private String docker(Duration limit, String... arguments)
      throws IOException, InterruptedException {
    return Command.answer(there(arguments), limit);
  }

  private String version() throws IOException, InterruptedException {
    return docker(ANSWER, "version", "--format", "{{.Server.Version}}");
  }

  private List<String> there(String... arguments) {
    return Stream.concat(
            Stream.of(DOCKER, "--context", host.context().orElseThrow()), Stream.of(arguments))
        .toList();
  }

  @Override
  public Manifest.Jar bring(String module, PrintStream out)
      throws IOException, InterruptedException {
    String image = image(module);
    String version = version();
    Optional<String> here = id(List.of(DOCKER), image);
    Optional<String> there = id(List.of(DOCKER, "--context", host.context().get()), image);
    if (here.isEmpty() && there.isEmpty()) {
      throw new IOException(
          ("neither this host nor %s (engine %s) has the image %s: docker compose --profile all"
                  + " --profile load --profile trace build")
              .formatted(host.name(), version, image));
    }
    if (here.isPresent() && !here.equals(there)) {
      out.println("moving the image " + image + " to " + host.name() + " ...");
      Command.run(
          List.of(
              "bash",
              "-o",
              "pipefail",
              "-c",
              "docker save \"$1\" | docker --context \"$2\" load --quiet",
              "move",
              image,
              host.context().get()),
          MOVE);
    }
    removeLeft();
    return new Manifest.Jar(image, here.or(() -> there).orElseThrow().replace("sha256:", ""));
  }

  /** A sweep of this host that was killed leaves its generators' containers, which have ended. */
  private void removeLeft() throws IOException, InterruptedException {
    String left =
        docker(
            ANSWER,
            "ps",
            "--all",
            "--filter",
            "label=" + GENERATOR,
            "--filter",
            "status=exited",
            "--format",
            "{{.ID}} {{.Label \"" + GENERATOR + "\"}}");
    for (String line : left.lines().toList()) {
      String[] container = line.split(" ", 2);
      if (container.length > 1
          && SweepId.parse(container[1]).filter(SweepId::hasEnded).isPresent()) {
        docker(ANSWER, "rm", container[0]);
      }
    }
  }

  /** The id of an image; empty when it is not there. */
  private static Optional<String> id(List<String> docker, String image)
      throws InterruptedException {
    List<String> command = new ArrayList<>(docker);
    command.addAll(List.of("image", "inspect", "--format", "{{.Id}}", image));
    try {
      return Optional.of(Command.answer(command, ANSWER));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @Override
  public ChildCommand agent(Path log) {
    List<String> words =
        new ArrayList<>(
            there("run", "--interactive", "--rm", "--init", "--pid", "host", "--user", "0:0"));
    words.addAll(onTheHost());
    words.addAll(List.of("--cgroupns", "host", "--read-only"));
    words.addAll(List.of("--tmpfs", "/tmp:exec,mode=1777,size=512m"));
    for (String folder : List.of("/sys/kernel/tracing", "/sys/kernel/debug")) {
      words.addAll(List.of("--volume", folder + ":" + folder));
    }
    // In place of its own control groups: those of all.
    words.addAll(List.of("--volume", "/sys/fs/cgroup:/sys/fs/cgroup:ro"));
    capabilities().forEach(each -> words.addAll(List.of("--cap-add", each)));
    words.addAll(List.of(image("observer"), "agent"));
    return ChildCommand.tool(words, Redirect.PIPE, log);
  }

  private List<String> capabilities() {
    try {
      return Integer.parseInt(version().replaceFirst("[^0-9].*", "")) < FIRST_WITH_BPF
          ? OLD_CAPABILITIES
          : CAPABILITIES;
    } catch (IOException | NumberFormatException e) {
      return CAPABILITIES; // an engine that does not answer refuses the next command
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return CAPABILITIES;
    }
  }

  private static List<String> onTheHost() {
    return List.of(
        "--network",
        "host",
        "--cap-drop",
        "ALL",
        "--security-opt",
        "no-new-privileges:true",
        "--ulimit",
        "nofile=" + OPEN_FILES + ":" + OPEN_FILES);
  }

  @Override
  public ChildCommand tier(Optional<String> module, ServerCommand command, String token, Path log) {
    // Netty unpacks its native transport in /tmp, and needs to run it.
    List<String> words =
        container(token, "--rm", "--read-only", "--tmpfs", "/tmp:exec,mode=1777,size=64m");
    command.shown().forEach((name, value) -> words.addAll(List.of("--env", name + "=" + value)));
    if (!command.hidden().isEmpty()) {
      words.addAll(List.of("--env-file", "/dev/stdin"));
    }
    addProgram(words, command.program(), module.orElseThrow());
    return HiddenVariables.handedOver(command, words, log).named(host.tier().id());
  }

  /**
   * The command of a generator, whose files are in the container's own layer, from which they are
   * copied when it has ended.
   */
  @Override
  public ChildCommand generator(List<String> program, String token, Path log) {
    List<String> words =
        container(token, "--interactive", "--label", GENERATOR + "=" + SweepId.own());
    addProgram(words, program, host.tier().id());
    words.addAll(List.of("--out", OUTPUT));
    return ChildCommand.tool(words, Redirect.PIPE, log).named(host.name());
  }

  /** The words that run a container of a tier, up to its environment. */
  private List<String> container(String token, String... options) {
    List<String> words = new ArrayList<>(there("run", "--init", "--name", name(token)));
    words.addAll(List.of(options));
    words.addAll(onTheHost());
    host.cpus().ifPresent(cpus -> words.addAll(List.of("--cpuset-cpus", cpus)));
    words.addAll(List.of("--env", AgentRequest.TOKEN + "=" + token));
    return words;
  }

  private static void addProgram(List<String> words, List<String> program, String module) {
    words.addAll(List.of("--entrypoint", program.getFirst(), image(module)));
    words.addAll(program.subList(1, program.size()));
  }

  @Override
  public void fetchOutput(String token, Path folder) throws IOException, InterruptedException {
    docker(MOVE, "cp", name(token) + ":" + OUTPUT + "/.", folder.toString());
  }

  private static String name(String token) {
    return "tierbench-" + token;
  }

  @Override
  public Optional<String> id(String token) throws IOException, InterruptedException {
    return Optional.of(docker(ANSWER, "inspect", "--format", "{{.Id}}", name(token)));
  }

  @Override
  public boolean mayHaveBroken(int exitCode) {
    return OWN_FAILURES.contains(exitCode);
  }

  @Override
  public void kill(String token) throws IOException, InterruptedException {
    docker(ANSWER, "rm", "--force", name(token));
  }
}
