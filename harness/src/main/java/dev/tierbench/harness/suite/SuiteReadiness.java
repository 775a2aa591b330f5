package dev.tierbench.harness.suite;

import static dev.tierbench.run.Units.BYTES_PER_MIB;

import dev.tierbench.harness.preflight.Finding;
import dev.tierbench.harness.preflight.Finding.Warning;
import dev.tierbench.harness.preflight.HostFindings;
import dev.tierbench.harness.preflight.Installation;
import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.harness.tier.database.PostgresPrograms;
import dev.tierbench.observer.Observer;
import dev.tierbench.observer.host.HostFacts;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.run.Tier;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.SuitePlan;
import dev.tierbench.run.record.Memory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Whether the plan of a suite can be carried out here and now. */
record SuiteReadiness(Installation installation, SuitePlan plan) {

  private static final long MEMORY_BESIDE_HEAP = 500 * BYTES_PER_MIB;

  /** The modules whose jars the plan runs. */
  List<String> modules() {
    Stream<String> ofTheirOwn =
        plan.subjects().stream()
            .flatMap(subject -> plan.implementation(subject).module().stream())
            .distinct();
    return Stream.of(
            WorkerCommands.MODULES.stream(),
            ofTheirOwn,
            EchoTier.isNeeded(plan.descriptor())
                ? Stream.of(TierCommands.ECHO_MODULE)
                : Stream.<String>of())
        .flatMap(modules -> modules)
        .toList();
  }

  List<Finding> findings() throws IOException, InterruptedException {
    List<Finding> found = new ArrayList<>(new HostFindings(installation).programs(modules()));
    found.addAll(HostFindings.state(SystemFiles.REAL));
    HostFindings.busy().ifPresent(found::add);
    memory().ifPresent(found::add);
    port().ifPresent(found::add);
    if (SuiteDatabase.isPostgres(plan)) {
      PostgresPrograms.missing("--database postgres").ifPresent(found::add);
      databasePort().ifPresent(found::add);
    }
    if (plan.engines().trace().isPresent()) {
      Observer observer = CellTrace.observer(true);
      found.addAll(HostFindings.observing(observer.level(), observer.missing()));
    }
    return found;
  }

  private Optional<Finding> memory() {
    long needed = Memory.bytes(plan.descriptor().heap()) + MEMORY_BESIDE_HEAP;
    return HostFacts.REAL
        .memory("MemAvailable")
        .filter(available -> available < needed)
        .map(available ->
            new Warning(
                available / BYTES_PER_MIB
                    + " MiB of memory available, a worker may take "
                    + needed / BYTES_PER_MIB,
                "end other programs: what a worker does not get ends it"));
  }

  private Optional<Finding> port() {
    return EchoTier.uri(plan)
        .flatMap(echo ->
            HostFindings.taken(
                SystemFiles.REAL, echo.getHost(), echo.getPort(), Tier.ECHO.id(), "--echo-port"));
  }

  private Optional<Finding> databasePort() {
    return SuiteDatabase.port(plan)
        .flatMap(port ->
            HostFindings.taken(
                SystemFiles.REAL,
                HttpPlan.Network.LOOPBACK,
                port,
                Tier.DATABASE.id(),
                "--database-port"));
  }
}
