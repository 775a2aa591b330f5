package dev.tierbench.harness.http.verify;

import dev.tierbench.harness.preflight.JvmOptions;
import dev.tierbench.harness.tier.database.OwnDatabase;
import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.Tier;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.plan.DatabasePlan;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.HttpPlanBuilder;
import dev.tierbench.run.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** How a server runs while it is verified: as in a sweep, on all cores and on the loopback. */
final class VerificationPlan {

  /** A few seconds of a server are mostly those of its compilers. */
  private static final String FAST_START = "-XX:TieredStopAtLevel=1";

  private static final Plan.Pinning UNPINNED = new Plan.Pinning(Plan.Pinning.OFF, Map.of(), "");

  private VerificationPlan() {}

  /**
   * The plan of one server.
   *
   * @param jvmOptions of a server of the sweep
   * @param backendPort where the contract test stands in for the tier behind the server
   */
  static HttpPlan of(
      String name, ServerDescriptor server, List<String> jvmOptions, int port, int backendPort) {
    return of(
        name,
        withVerifyOptions(server),
        jvmOptions,
        Map.of(name, port, Tier.ECHO.id(), backendPort),
        server.callsDatabase()
            ? Optional.of(
                new DatabasePlan(
                    Optional.of(
                        "postgresql://%s@%s:%d/%s"
                            .formatted(
                                DatabasePlan.ROLE,
                                HttpPlan.Network.LOOPBACK,
                                backendPort,
                                DatabasePlan.ROLE)),
                    OwnDatabase.FEW_ROWS))
            : Optional.empty());
  }

  private static HttpPlan of(
      String name,
      ServerDescriptor server,
      List<String> jvmOptions,
      Map<String, Integer> ports,
      Optional<DatabasePlan> database) {
    return HttpPlanBuilder.stagedBuilder()
        .common(
            new Plan.Common(
                "verify",
                Parameters.CONCURRENCY,
                List.of(name),
                1,
                UNPINNED,
                Map.of(Tier.SERVER.id(), unpinned(jvmOptions)),
                Map.of()))
        .servers(Map.of(name, server))
        .levels(List.of(1))
        .rates(Optional.empty())
        .windows(new HttpPlan.Windows(0, 1, Optional.empty()))
        .warmup(new HttpPlan.WarmupPlan(1, 0, 0))
        .probe(new HttpPlan.Probe(false, 0))
        .network(new HttpPlan.Network(HttpPlan.Network.LOOPBACK, ports, Map.of()))
        .generator(GeneratorName.LOADGEN)
        .requestsPerConnection(Optional.empty())
        .requests(Optional.empty())
        .echoDelay(Optional.empty())
        .echoFailures(Optional.empty())
        .database(database)
        .workload(Optional.empty())
        .build();
  }

  private static List<String> unpinned(List<String> jvmOptions) {
    List<String> options = new ArrayList<>(JvmOptions.unmeasured(jvmOptions));
    options.add(FAST_START);
    return options;
  }

  private static ServerDescriptor withVerifyOptions(ServerDescriptor server) {
    return server.withOptions(
        Stream.concat(server.options().stream(), server.verifyOptions().stream()).toList());
  }
}
