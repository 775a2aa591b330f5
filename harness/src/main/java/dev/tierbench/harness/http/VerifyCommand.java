package dev.tierbench.harness.http;

import dev.tierbench.cli.Example;
import dev.tierbench.cli.HasHelp;
import dev.tierbench.cli.ProgramHelp;
import dev.tierbench.harness.http.plan.Servers;
import dev.tierbench.harness.http.verify.RecallingVerifier;
import dev.tierbench.harness.http.verify.VerificationLog;
import dev.tierbench.harness.http.verify.Verified;
import dev.tierbench.harness.http.verify.Verifier;
import dev.tierbench.harness.http.verify.VerifierLogs;
import dev.tierbench.harness.preflight.Finding;
import dev.tierbench.harness.preflight.HostFindings;
import dev.tierbench.harness.preflight.JvmOptions;
import dev.tierbench.harness.run.Cancellation;
import dev.tierbench.harness.run.Durations;
import dev.tierbench.harness.run.InstallationOptions;
import dev.tierbench.harness.run.SubjectNames;
import dev.tierbench.harness.secret.Secrets;
import dev.tierbench.harness.tier.DatabaseAccess;
import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.harness.tier.database.OwnDatabase;
import dev.tierbench.observer.host.child.WithheldVariables;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.file.TerminalText;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command line of the contract test. */
@Command(
    name = "verify",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    version = "tierbench verify",
    description = {
      "Starts a server as a sweep does and checks that it keeps the contract tierbench/1, with which"
          + " its results can be compared with those of others: what it answers, that each request"
          + " makes its own calls of echo, its errors when echo is late, wrong or gone, and that it"
          + " loses no answer under load. See docs/your-server.md."
    },
    exitCodeList = {
      "0:every server keeps the contract",
      "1:a server does not, or could not be verified",
      "2:usage error",
      "130:interrupted"
    })
public final class VerifyCommand implements Callable<Integer>, HasHelp {

  private static final ProgramHelp HELP =
      ProgramHelp.ofFewOptions(
          "./scripts/verify.sh (NAME | FILE | all)... [OPTION]...",
          new Example("./scripts/verify.sh tomcat", "a server of servers/*.yml, by name or alias"),
          new Example("./scripts/verify.sh ./mine.yml --heap 512m", "one of your own"),
          new Example("./scripts/verify.sh all", "every server of servers/*.yml"),
          new Example(
              "./scripts/verify.sh ./mine.yml --seed 42", "the same random requests again"));

  @Parameters(
      arity = "1..*",
      paramLabel = "NAME|FILE",
      description =
          "Servers by the names or aliases of servers/*.yml, or files of your own, or all.")
  private List<String> typed = List.of();

  @Mixin private final HeapOption heap = new HeapOption();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the random requests. Default: a new one each time, which is printed.")
  private Optional<Long> seed = Optional.empty();

  @Option(
      names = "--ready-within",
      paramLabel = "TIME",
      description =
          "How long a server may take to become ready. Default: what its descriptor says,"
              + " or 60s.")
  private Optional<String> readyWithin = Optional.empty();

  @Option(
      names = "--downstream",
      paramLabel = "echo|postgres",
      description =
          "What the server is to call: echo, or a PostgreSQL that is started for it. Default: echo.")
  private Downstream downstream = Downstream.ECHO;

  /** What servers call, by the names of the command line. */
  private enum Downstream {
    ECHO,
    POSTGRES
  }

  @Mixin private final InstallationOptions installationOptions = new InstallationOptions();

  @Spec private CommandSpec command;

  @Override
  public ProgramHelp help() {
    return HELP;
  }

  @Override
  public Integer call() throws Exception {
    return Cancellation.interrupting(() -> {
      Servers described = Servers.read(installationOptions.folder("servers")).and(typed);
      Servers known = isOnDatabase() ? described.onDatabase() : described;
      WithheldVariables.withhold(known.variables());
      Map<String, ServerDescriptor> servers = servers(known);
      return Finding.isReady(findings(servers.values()), System.err)
              && verify(servers, known.secrets(servers))
          ? CommandLine.ExitCode.OK
          : CommandLine.ExitCode.SOFTWARE;
    });
  }

  private boolean isOnDatabase() {
    return downstream == Downstream.POSTGRES;
  }

  private Map<String, ServerDescriptor> servers(Servers known) {
    Map<String, ServerDescriptor> servers = new LinkedHashMap<>();
    for (String text : typed) {
      if (text.equals(SubjectNames.EVERY)) {
        known.byName().keySet().stream()
            .filter(name -> whyNot(known.get(name)).isEmpty())
            .forEach(name -> servers.put(name, known.get(name)));
      } else {
        String asked = Servers.withoutFile(text);
        SubjectNames subjects = known.subjects();
        String name = subjects.find(asked).orElseThrow(() -> wrong(subjects.unknown(asked)));
        whyNot(known.get(name))
            .ifPresent(reason -> {
              throw wrong(name + " " + reason);
            });
        servers.put(name, known.get(name));
      }
    }
    return servers;
  }

  /** Why a server cannot be verified, if so. */
  private Optional<String> whyNot(ServerDescriptor server) {
    if (!server.asksEcho()) {
      return Optional.of("keeps no contract (contract: none): there is nothing to verify");
    }
    if (isOnDatabase() && !server.callsDatabase()) {
      return Optional.of("cannot call a database: its descriptor has no 'postgres'");
    }
    return server.command().isEmpty()
        ? Optional.of("has no 'command': only a process can be verified, and no container")
        : Optional.empty();
  }

  private List<Finding> findings(Iterable<ServerDescriptor> servers) throws InterruptedException {
    List<String> modules = new ArrayList<>(List.of(Verifier.MODULE));
    servers.forEach(server -> server.module().ifPresent(modules::add));
    return new HostFindings(installationOptions.installation())
        .programs(modules.stream().distinct().toList());
  }

  /** Whether all of them keep the contract. */
  private boolean verify(Map<String, ServerDescriptor> servers, Secrets secrets)
      throws IOException, InterruptedException {
    try (VerifierLogs logs = VerifierLogs.make()) {
      if (!isOnDatabase()) {
        return verify(servers, logs, verifier(logs, secrets, Optional.empty()));
      }
      try (OwnDatabase database = OwnDatabase.start(DatabaseAccess.PORT, logs.database())) {
        return verify(servers, logs, verifier(logs, secrets, Optional.of(database.access())));
      }
    }
  }

  private static boolean verify(
      Map<String, ServerDescriptor> servers, VerifierLogs logs, Verifier with)
      throws IOException, InterruptedException {
    RecallingVerifier verifier = RecallingVerifier.ofUser(with, false, System.err);
    List<Verified> all =
        verifier.all(servers, new VerificationLog(servers.keySet(), VerifyCommand::print));
    all.forEach(server -> {
      print(server.line());
      server.caveats().forEach(caveat -> print("caveat: " + caveat.line()));
    });
    boolean kept = all.stream().allMatch(Verified::kept);
    if (!kept) {
      System.err.println("logs: " + logs.keep());
    }
    return kept;
  }

  private Verifier verifier(VerifierLogs logs, Secrets secrets, Optional<DatabaseAccess> database) {
    return new Verifier(
        installationOptions.installation(),
        JvmOptions.measured(checked(heap::size)),
        TierCommands.ECHO_PORT,
        logs.folder(),
        readyWithin.map(text -> checked(() -> ready(text))),
        seed,
        secrets,
        database);
  }

  private static Duration ready(String text) {
    double seconds = Durations.parse(text);
    if (seconds < 1) {
      throw new IllegalArgumentException(
          "--ready-within: invalid time '" + text + "': expected 1s or more");
    }
    return Durations.duration(seconds);
  }

  private static void print(String line) {
    System.out.println(TerminalText.escaped(line));
  }

  private <T> T checked(Supplier<T> parsed) {
    try {
      return parsed.get();
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage());
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(command.commandLine(), message);
  }
}
