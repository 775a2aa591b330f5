package dev.tierbench.harness.http;

import dev.tierbench.harness.http.verify.RecallingVerifier;
import dev.tierbench.harness.http.verify.Verified;
import dev.tierbench.harness.http.verify.Verifier;
import dev.tierbench.harness.http.verify.VerifierListener;
import dev.tierbench.harness.http.verify.VerifierLogs;
import dev.tierbench.harness.preflight.Finding;
import dev.tierbench.harness.preflight.Installation;
import dev.tierbench.harness.run.PlanLine;
import dev.tierbench.harness.secret.Secrets;
import dev.tierbench.harness.tier.DatabaseAccess;
import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.harness.tier.database.OwnDatabase;
import dev.tierbench.run.Tier;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.file.TerminalText;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Manifest;
import dev.tierbench.run.plan.Plan;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Whether the servers of a sweep keep the contract that makes them comparable: found out once,
 * before the first trial, of each program whatever its variants.
 *
 * @param choice whether they are verified
 * @param secrets of the servers; none until they are needed
 */
record SweepVerification(Installation installation, HttpPlan plan, Choice choice, Secrets secrets) {

  /** Why servers are verified, or are not. */
  enum Choice {
    VERIFY,
    /** Verifies every server, also one that is known from an earlier run. */
    VERIFY_AGAIN,
    /** The run that is taken up again has done so. */
    DONE,
    LEFT_OUT("", "leave --no-verify out, or: ./scripts/verify.sh NAME"),
    /** Containers have an echo tier of their own. */
    CONTAINERS(
        ": what those in containers call cannot be replaced",
        "verify them as processes: ./scripts/verify.sh NAME"),
    /** The contract test starts its servers itself, on its own host. */
    HOSTS(" on their host", "verify them on this one: ./scripts/verify.sh NAME");

    private final String where;
    private final String hint;

    Choice() {
      this("", "");
    }

    Choice(String where, String hint) {
      this.where = where;
      this.hint = hint;
    }
  }

  static Choice choice(
      Choice asked, boolean containers, boolean hosts, Optional<Manifest> earlier) {
    if (containers || hosts) {
      return hosts ? Choice.HOSTS : Choice.CONTAINERS;
    }
    return earlier
        .map(before -> before.verifications().isEmpty() ? Choice.LEFT_OUT : Choice.DONE)
        .orElse(asked);
  }

  SweepVerification with(Secrets found) {
    return new SweepVerification(installation, plan, choice, found);
  }

  /** Whether there is anything to verify now. */
  boolean isDue() {
    return plan.keepsContract() && (choice == Choice.VERIFY || choice == Choice.VERIFY_AGAIN);
  }

  /** What is done before the plan itself. */
  Optional<String> planLine() {
    return isDue()
        ? Optional.of(
            PlanLine.of(
                "verifies",
                "each server that is not remembered, in 10 to 30 s; --no-verify leaves it out"))
        : Optional.empty();
  }

  /** What has to be known of servers that nobody verified. */
  Optional<Finding.Warning> warning() {
    return plan.keepsContract() && !choice.hint.isEmpty()
        ? Optional.of(
            new Finding.Warning(
                "the servers were not verified against the contract" + choice.where, choice.hint))
        : Optional.empty();
  }

  /**
   * Verifies what is due and is not remembered.
   *
   * @throws IOException naming each server that does not keep the contract, and the first check
   *     that showed it
   */
  List<Verified> run(PrintStream out) throws IOException, InterruptedException {
    if (!isDue()) {
      return List.of();
    }
    Map<String, ServerDescriptor> servers = servers();
    out.println(PlanLine.of("verifying", String.join(", ", servers.keySet())));
    try (VerifierLogs logs = VerifierLogs.make()) {
      List<Verified> all = all(servers, logs);
      String refused =
          all.stream()
              .filter(server -> !server.kept())
              .map(Verified::line)
              .collect(Collectors.joining("; "));
      if (!refused.isEmpty()) {
        throw new IOException(refused + " (logs: " + logs.keep() + ")");
      }
      all.forEach(server -> out.println(PlanLine.of("verified", TerminalText.line(server.line()))));
      all.stream()
          .flatMap(server -> server.caveats().stream())
          .forEach(caveat -> System.err.println("caveat: " + TerminalText.line(caveat.line())));
      return all;
    }
  }

  private List<Verified> all(Map<String, ServerDescriptor> servers, VerifierLogs logs)
      throws IOException, InterruptedException {
    if (plan.database().isEmpty()) {
      return all(servers, logs, Optional.empty());
    }
    try (OwnDatabase database = OwnDatabase.start(databasePort(), logs.database())) {
      return all(servers, logs, Optional.of(database.access()));
    }
  }

  /** The port of the plan's own database, or a free one beside a database that runs already. */
  private int databasePort() throws IOException {
    Optional<Integer> own = Optional.ofNullable(plan.network().ports().get(Tier.DATABASE.id()));
    if (own.isPresent()) {
      return own.get();
    }
    try (ServerSocket any = new ServerSocket(0)) {
      return any.getLocalPort();
    }
  }

  private List<Verified> all(
      Map<String, ServerDescriptor> servers, VerifierLogs logs, Optional<DatabaseAccess> database)
      throws IOException, InterruptedException {
    return RecallingVerifier.ofUser(verifier(logs, database), choice == Choice.VERIFY, System.err)
        .all(servers, VerifierListener.NONE);
  }

  private Verifier verifier(VerifierLogs logs, Optional<DatabaseAccess> database) {
    return new Verifier(
        installation,
        plan.common().jvmOptions().get(Tier.SERVER.id()),
        plan.network().ports().getOrDefault(Tier.ECHO.id(), TierCommands.ECHO_PORT),
        logs.folder(),
        Optional.empty(),
        Optional.empty(),
        secrets,
        database);
  }

  /** The servers to verify, by the names of their descriptors, on the ports of the plan. */
  private Map<String, ServerDescriptor> servers() {
    Map<String, ServerDescriptor> servers = new LinkedHashMap<>();
    for (String subject : plan.subjects()) {
      String original = Plan.original(subject);
      int port = plan.network().ports().get(original);
      servers.putIfAbsent(
          plan.variant(original).server(), plan.servers().get(original).withPort(port));
    }
    return servers;
  }
}
