package dev.tierbench.harness.suite;

import dev.tierbench.harness.host.Finding;
import dev.tierbench.harness.host.Finding.Doubt;
import dev.tierbench.harness.host.Finding.Fatal;
import dev.tierbench.harness.host.HostFindings;
import dev.tierbench.harness.host.Installation;
import dev.tierbench.observer.host.HostFacts;
import dev.tierbench.observer.host.PortOwner;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.run.Manifest.Java;
import dev.tierbench.run.Memory;
import dev.tierbench.run.SuitePlan;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Whether the plan of a suite can be carried out here and now. */
record SuiteReadiness(Installation installation, SuitePlan plan) {

  private static final long MIB = 1L << 20;
  private static final long MEMORY_BESIDE_HEAP = 500 * MIB;

  /** The modules whose jars the plan runs. */
  List<String> modules() {
    return Stream.concat(
            WorkerCommands.MODULES.stream(),
            EchoTier.isNeeded(plan.descriptor()) ? Stream.of("echo-server") : Stream.of())
        .toList();
  }

  List<Finding> findings(Optional<Java> java) throws InterruptedException {
    List<Finding> found = new ArrayList<>(new HostFindings(installation).programs(java, modules()));
    found.addAll(HostFindings.state(SystemFiles.REAL));
    HostFindings.busy().ifPresent(found::add);
    memory().ifPresent(found::add);
    port().ifPresent(found::add);
    if (plan.engines().trace().isPresent()) {
      found.addAll(HostFindings.observing(CellTrace.observer()));
    }
    return found;
  }

  private Optional<Finding> memory() {
    long needed = Memory.bytes(plan.descriptor().heap()) + MEMORY_BESIDE_HEAP;
    return HostFacts.REAL
        .memory("MemAvailable")
        .filter(available -> available < needed)
        .map(available ->
            new Doubt(
                available / MIB + " MiB of memory available, a worker may take " + needed / MIB,
                "end other programs: what a worker does not get ends it"));
  }

  private Optional<Finding> port() {
    return EchoTier.uri(plan)
        .flatMap(echo -> holder(echo))
        .map(who ->
            new Fatal(
                "port " + plan.settings().get(EchoTier.PORT) + " for echo is taken by " + who,
                "end that process or choose another with --echo-port"));
  }

  private static Optional<String> holder(URI echo) {
    return new PortOwner(SystemFiles.REAL).holder(echo.getHost(), echo.getPort());
  }
}
