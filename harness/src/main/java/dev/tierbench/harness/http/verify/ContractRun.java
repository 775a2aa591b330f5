package dev.tierbench.harness.http.verify;

import static dev.tierbench.run.Units.NANOS_PER_SECOND;

import dev.tierbench.harness.tier.DatabaseAccess;
import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.harness.tier.database.OwnDatabase;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.observer.host.child.ChildLauncher;
import dev.tierbench.observer.host.child.ChildProcess;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Manifest;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** One server and, beside it, the contract test, which stands in for the tier behind it. */
record ContractRun(
    Verifier verifier,
    ChildLauncher launcher,
    Ports ports,
    String name,
    ServerDescriptor descriptor) {

  /**
   * Limit of all checks: beyond it a server hangs in each anew; on a busy host they take minutes.
   */
  private static final Duration CHECKS_LIMIT = Duration.ofMinutes(10);

  private static final List<String> JVM =
      List.of("-Xms128m", "-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  /** Exit code of a process that signal 9 ended. */
  private static final int KILLED = 128 + 9;

  /** Whether its command names a port of its own. */
  static boolean choosesPort(ServerDescriptor server) {
    return words(server).noneMatch(word -> word.contains("{port}"));
  }

  /** Whether its command knows where the tier behind it is. */
  static boolean choosesBackend(ServerDescriptor server) {
    return words(server).noneMatch(word -> word.contains("{echo}") || word.contains("{database}"));
  }

  private static Stream<String> words(ServerDescriptor server) {
    return Stream.of(
            server.command(), server.options(), server.verifyOptions(), server.env().values())
        .flatMap(words -> words.stream());
  }

  /**
   * Runs to the end of the test or of the server.
   *
   * @throws IOException when either cannot be started, or the test breaks off
   */
  Verified run(Consumer<ContractEvent> heard) throws IOException, InterruptedException {
    int port = ports.take(descriptor.port(), choosesPort(descriptor), name);
    int backendPort =
        ports.take(verifier.backendPort(), choosesBackend(descriptor), "the tier behind it");
    try {
      HttpPlan plan =
          VerificationPlan.of(name, descriptor, verifier.jvmOptions(), port, backendPort);
      TierCommands commands =
          new TierCommands(
              verifier.installation(),
              plan,
              Map.of(),
              false,
              verifier.secrets(),
              verifier.database());
      return run(commands, backendPort, heard);
    } finally {
      ports.giveBack(port);
      ports.giveBack(backendPort);
    }
  }

  private Verified run(TierCommands commands, int backendPort, Consumer<ContractEvent> heard)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    ChildProcess contract = launcher.start(contract(commands, backendPort));
    try {
      ChildProcess server = launcher.start(commands.server(name, log("")));
      try {
        // What ends all of them may have looked for these two before they were there.
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        List<ContractEvent> events = hear(contract, server, heard);
        return verified(events, contract, server, (System.nanoTime() - start) / NANOS_PER_SECOND);
      } finally {
        server.kill();
        verifier.secrets().redactor().mask(log(""));
      }
    } finally {
      contract.kill();
    }
  }

  private ChildCommand contract(TierCommands commands, int backendPort) {
    URI health = commands.requests().healthUri(name).orElseThrow();
    List<String> program = new ArrayList<>();
    program.add(verifier.installation().javaProgram().toString());
    program.addAll(JVM);
    program.addAll(List.of("-jar", verifier.installation().jar(Verifier.MODULE).toString()));
    program.addAll(
        List.of(
            "--server",
            "http://" + health.getAuthority(),
            "--health",
            health.getRawPath(),
            "--model",
            descriptor.model(),
            "--ready-within",
            String.valueOf(readyWithin().toSeconds()),
            "--events"));
    verifier.seed().ifPresent(seed -> program.addAll(List.of("--seed", seed.toString())));
    program.addAll(backend(backendPort));
    return ChildCommand.of("the contract test", program, Redirect.PIPE, log("-contract"))
        .with(
            verifier
                .database()
                .map(access -> Map.of(DatabaseAccess.PASSWORD, access.password()))
                .orElse(Map.of()));
  }

  /** Options that say what the test stands in for, at that port. */
  private List<String> backend(int port) {
    String at = String.valueOf(port);
    return verifier
        .database()
        .map(access ->
            List.of(
                "--downstream",
                "postgres",
                "--database-port",
                at,
                "--database-url",
                access.administratorUrl(),
                "--database-rows",
                String.valueOf(OwnDatabase.FEW_ROWS)))
        .orElse(List.of("--echo-port", at));
  }

  private Path log(String which) {
    return verifier.logs().resolve(name + which + ".log");
  }

  /** Hears the events until the test has ended, by itself or with the server. */
  private List<ContractEvent> hear(
      ChildProcess contract, ChildProcess server, Consumer<ContractEvent> heard)
      throws IOException {
    CompletableFuture<Void> unused = server.ended().thenAccept(gone -> contract.close());
    CompletableFuture<ChildProcess> ended =
        contract
            .ended()
            .orTimeout(limitSeconds(), TimeUnit.SECONDS)
            .exceptionally(late -> {
              contract.close();
              return contract;
            });
    List<ContractEvent> events = new ArrayList<>();
    try (BufferedReader lines = contract.output()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        ContractEvent event = event(line);
        events.add(event);
        heard.accept(event);
      }
    }
    ended.join();
    return events;
  }

  private ContractEvent event(String line) throws IOException {
    try {
      return RunJson.parseLine(line, ContractEvent.class);
    } catch (IOException e) {
      throw new IOException("the contract test printed no event: " + masked(e.getMessage()));
    }
  }

  private Duration readyWithin() {
    return verifier.readyWithin().orElse(descriptor.readyWithin());
  }

  private long limitSeconds() {
    return readyWithin().plus(CHECKS_LIMIT).toSeconds();
  }

  private Verified verified(
      List<ContractEvent> events, ChildProcess contract, ChildProcess server, double seconds)
      throws IOException {
    List<ContractEvent> checks = of(ContractEvent.Type.CHECK, events);
    int passed = (int) checks.stream().filter(check -> check.reason().isEmpty()).count();
    Optional<String> first =
        checks.stream()
            .filter(check -> check.reason().isPresent())
            .findFirst()
            .map(check -> masked(check.name().orElseThrow() + ": " + check.reason().get()));
    if (first.isEmpty() && of(ContractEvent.Type.DONE, events).isEmpty()) {
      first = Optional.of(brokenOff(passed > 0, contract, server));
    }
    int failed = Math.max(checks.size() - passed, first.isPresent() ? 1 : 0);
    long seed =
        of(ContractEvent.Type.BEGINS, events).stream()
            .findFirst()
            .flatMap(ContractEvent::seed)
            .orElse(0L);
    List<String> repeated =
        checks.stream()
            .filter(ContractEvent::heldWhenRepeated)
            .map(check -> check.name().orElseThrow() + ": " + String.join("; ", check.earlier()))
            .map(this::masked)
            .toList();
    return new Verified(
        new Manifest.Verification(name, passed, failed, seconds, seed, repeated, Optional.empty()),
        first);
  }

  /** A reason may quote what the server answered. */
  private String masked(String reason) {
    return verifier.secrets().redactor().masked(reason);
  }

  private static List<ContractEvent> of(ContractEvent.Type type, List<ContractEvent> events) {
    return events.stream().filter(event -> event.event() == type).toList();
  }

  private String brokenOff(boolean wasReady, ChildProcess contract, ChildProcess server)
      throws IOException {
    if (!server.isAlive()) {
      return (wasReady ? "the server stays ready: " : "the server becomes ready: ")
          + server.howItEnded()
          + ": "
          + masked(String.join("", server.lastLines(1)));
    }
    if (contract.exitCode() == KILLED) {
      return "the server answers in time: the checks did not end within " + limitSeconds() + " s";
    }
    throw new IOException(
        name + " was not verified: " + contract.howItEnded() + ": " + contract.errorLine());
  }
}
