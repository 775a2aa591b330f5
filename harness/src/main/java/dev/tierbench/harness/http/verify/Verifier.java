package dev.tierbench.harness.http.verify;

import dev.tierbench.harness.preflight.Installation;
import dev.tierbench.harness.secret.Secrets;
import dev.tierbench.harness.tier.DatabaseAccess;
import dev.tierbench.observer.host.child.ChildLauncher;
import dev.tierbench.run.descriptor.ServerDescriptor;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs the contract test against servers that it starts, and leaves none of them running.
 *
 * @param jvmOptions of a server of the sweep
 * @param backendPort where the test stands in for the tier behind a server, if that port is free
 * @param logs the folder of the servers' logs
 * @param readyWithin how long a server may take to become ready; empty for what its descriptor says
 * @param seed of the random workloads; empty for a new one
 * @param secrets of the servers, by their names
 * @param database that the test stands in front of; empty for servers that call echo
 */
public record Verifier(
    Installation installation,
    List<String> jvmOptions,
    int backendPort,
    Path logs,
    Optional<Duration> readyWithin,
    Optional<Long> seed,
    Secrets secrets,
    Optional<DatabaseAccess> database) {

  /** The module whose program the contract test is. */
  public static final String MODULE = "server-contract";

  /** Each has a heap of its own. */
  private static final int MOST_AT_ONCE = 4;

  /** A verification mostly waits: for answers of echo that come late or never. */
  private static final int AT_ONCE_PER_CORE = 2;

  /**
   * Verifies servers by their names, several at a time.
   *
   * @param listener hears of each of them, from several threads
   * @throws IOException when the test of one of them could not be made
   */
  public List<Verified> all(Map<String, ServerDescriptor> servers, VerifierListener listener)
      throws IOException, InterruptedException {
    ChildLauncher launcher = new ChildLauncher();
    Ports ports = new Ports();
    ExecutorService threads = Executors.newFixedThreadPool(atOnce(servers.values()));
    try {
      List<Future<Verified>> runs = new ArrayList<>();
      servers.forEach((name, server) ->
          runs.add(
              threads.submit(() -> {
                Verified verified =
                    new ContractRun(this, launcher, ports, name, server)
                        .run(event -> listener.heard(name, event));
                listener.ended(verified);
                return verified;
              })));
      List<Verified> verified = new ArrayList<>();
      for (Future<Verified> run : runs) {
        verified.add(result(run));
      }
      return verified;
    } finally {
      threads.shutdownNow();
      launcher.endAll();
      threads.close();
    }
  }

  /** Servers that choose their port themselves must not meet. */
  private int atOnce(Iterable<ServerDescriptor> servers) {
    if (database.isPresent()) {
      return 1; // they share its tables
    }
    for (ServerDescriptor server : servers) {
      if (ContractRun.choosesPort(server) || ContractRun.choosesBackend(server)) {
        return 1;
      }
    }
    return Math.min(MOST_AT_ONCE, AT_ONCE_PER_CORE * Runtime.getRuntime().availableProcessors());
  }

  private static Verified result(Future<Verified> run) throws IOException, InterruptedException {
    try {
      return run.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    }
  }
}
