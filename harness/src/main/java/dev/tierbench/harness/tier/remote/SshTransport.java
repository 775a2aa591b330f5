package dev.tierbench.harness.tier.remote;

import dev.tierbench.harness.preflight.Sha256;
import dev.tierbench.harness.tier.ServerCommand;
import dev.tierbench.observer.agent.AgentRequest;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.observer.host.child.Command;
import dev.tierbench.run.Tier;
import dev.tierbench.run.descriptor.HostDescriptor;
import dev.tierbench.run.descriptor.ShellWord;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.plan.Manifest;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Programs as processes of another host, which needs a JDK and {@code sshd} and nothing else. */
record SshTransport(HostDescriptor host, Function<String, Path> jars) implements HostTransport {

  private static final Duration ANSWER = Duration.ofSeconds(20);
  private static final Duration COPY = Duration.ofMinutes(10);

  /** The exit code of {@code ssh} itself. */
  private static final int OWN_FAILURE = 255;

  /** Folder in the home of the user there; jars by checksum, so that each is copied once. */
  private static final String FOLDER = ".cache/tierbench";

  /** Files with the ids of processes that are gone. */
  private static final String FORGET_ENDED =
      "for f in %s/*.pid; do kill -0 \"$(cat \"$f\" 2>/dev/null)\" 2>/dev/null || rm -f \"$f\"; done; "
          .formatted(FOLDER);

  @Override
  public String java() {
    return host.java().orElse("java");
  }

  @Override
  public String jar(String module) {
    return FOLDER + "/" + checksum(module) + "/" + module + ".jar";
  }

  private String checksum(String module) {
    try {
      return Sha256.of(jars.apply(module));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A shell there reads the words, so each is quoted. */
  private List<String> there(Stream<String> words) {
    return List.of(
        "ssh",
        "-T",
        // Neither keys nor ports of this host are lent to it, whatever ~/.ssh/config says.
        "-a",
        "-x",
        "-o",
        "ClearAllForwardings=yes",
        "-o",
        "BatchMode=yes",
        "-o",
        "ServerAliveInterval=5",
        "-o",
        "ServerAliveCountMax=2",
        "--",
        host.ssh().orElseThrow(),
        words.map(ShellWord::quoted).collect(Collectors.joining(" ")));
  }

  private List<String> script(String text) {
    return there(Stream.of("sh", "-c", text));
  }

  @Override
  public Manifest.Jar bring(String module, PrintStream out)
      throws IOException, InterruptedException {
    String jar = jar(module);
    Manifest.Jar brought = new Manifest.Jar(module, checksum(module));
    String answer =
        Command.run(
            script(FORGET_ENDED + isWhole(module, jar) + " && echo there || echo missing"), ANSWER);
    if (answer.endsWith("there")) {
      return brought;
    }
    out.println("copying " + module + ".jar to " + host.name() + " ...");
    String folder = jar.substring(0, jar.lastIndexOf('/'));
    List<String> words = new ArrayList<>(List.of("bash", "-c", "exec \"${@:2}\" <\"$1\"", "copy"));
    words.add(jars.apply(module).toString());
    // A stream that breaks ends the copy there as its end does.
    words.addAll(
        script(
            """
            umask 077; mkdir -p %1$s && cat >%2$s.part && %3$s && mv -f %2$s.part %2$s\
            """
                .formatted(folder, jar, isWhole(module, jar + ".part"))));
    Command.run(words, COPY);
    return brought;
  }

  /** The condition of a shell there that a file has the content of the jar here. */
  private String isWhole(String module, String file) {
    return "echo '%s  %s' | sha256sum --check --status".formatted(checksum(module), file);
  }

  /** What comes before each program: its jar is checked each time, as it may be replaced. */
  private String check(String module) {
    return "%s 2>/dev/null || { echo '%s on this host is not what was sent: start the sweep again' >&2; exit 1; }; "
        .formatted(isWhole(module, jar(module)), jar(module));
  }

  /** What comes before a program: a shell that becomes it after that. */
  private static List<String> after(String commands) {
    return List.of("sh", "-c", commands + "exec \"$@\"", "start");
  }

  @Override
  public ChildCommand agent(Path log) {
    return ChildCommand.tool(
        there(
            Stream.concat(
                after(check("observer")).stream(),
                Stream.of(java(), "-XX:+UseSerialGC", "-jar", jar("observer"), "agent"))),
        Redirect.PIPE,
        log);
  }

  /** What comes before a program: its shell leaves the process id before it becomes that. */
  private List<String> started(Optional<String> module, String token) {
    String noted = "(umask 077; echo $$ >" + pidFile(token) + "); ";
    List<String> words = new ArrayList<>(after(module.map(this::check).orElse("") + noted));
    host.cpus().ifPresent(cpus -> words.addAll(List.of("taskset", "--cpu-list", cpus)));
    words.add("env");
    words.add(AgentRequest.TOKEN + "=" + token);
    return words;
  }

  @Override
  public ChildCommand tier(Optional<String> module, ServerCommand command, String token, Path log) {
    List<String> words = started(module, token);
    command.shown().forEach((name, value) -> words.add(name + "=" + value));
    if (!command.hidden().isEmpty()) {
      words.addAll(List.of("sh", "-c", HiddenVariables.RECEIVE, "receive"));
    }
    words.addAll(command.program());
    return HiddenVariables.handedOver(command, there(words.stream()), log).named(host.tier().id());
  }

  @Override
  public ChildCommand generator(List<String> program, String token, Path log) {
    List<String> words = started(Optional.of(Tier.LOADGEN.id()), token);
    words.addAll(program);
    words.addAll(List.of("--out", output(token)));
    return ChildCommand.tool(there(words.stream()), Redirect.PIPE, log).named(host.name());
  }

  private static String output(String token) {
    return FOLDER + "/" + token + ".out";
  }

  @Override
  public void fetchOutput(String token, Path folder) throws IOException, InterruptedException {
    for (String file : List.of(RunFolder.LOAD, RunFolder.LATENCY)) {
      List<String> words = new ArrayList<>(List.of("bash", "-c", "\"${@:2}\" >\"$1\"", "fetch"));
      words.add(folder.resolve(file).toString());
      words.addAll(there(Stream.of("cat", output(token) + "/" + file)));
      Command.run(words, COPY);
    }
  }

  private static String pidFile(String token) {
    return FOLDER + "/" + token + ".pid";
  }

  @Override
  public Optional<String> id(String token) {
    return Optional.empty();
  }

  @Override
  public boolean mayHaveBroken(int exitCode) {
    return exitCode == OWN_FAILURE;
  }

  @Override
  public void kill(String token) throws IOException, InterruptedException {
    Command.run(
        // The id may be that of another process by now, which does not have the token.
        script(
            """
            pid=$(cat %1$s 2>/dev/null) && grep -qsz '^%2$s=%3$s$' /proc/$pid/environ \
            && kill -KILL $pid; rm -rf %1$s %4$s\
            """
                .formatted(pidFile(token), AgentRequest.TOKEN, token, output(token))),
        ANSWER);
  }
}
