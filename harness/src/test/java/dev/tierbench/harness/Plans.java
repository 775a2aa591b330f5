package dev.tierbench.harness;

import dev.tierbench.harness.http.plan.Servers;
import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.HttpPlanBuilder;
import dev.tierbench.run.plan.Plan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Plans of sweeps, of which a test names what it is about. */
public final class Plans {
  private Plans() {}

  /** The servers of this repository. */
  public static final Servers SERVERS = read();

  private static Servers read() {
    try {
      return Servers.read(Path.of("../servers"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A plan of one trial that nothing is traced in. */
  public static HttpPlan sweep(
      List<String> servers,
      List<Integer> levels,
      Plan.Pinning pinning,
      Map<String, Integer> ports,
      Map<String, List<String>> jvmOptions) {
    return HttpPlanBuilder.stagedBuilder()
        .common(
            new Plan.Common(
                "quick", Parameters.CONCURRENCY, servers, 1, pinning, jvmOptions, Map.of()))
        .servers(
            servers.stream()
                .filter(SERVERS.byName()::containsKey)
                .collect(Collectors.toMap(name -> name, SERVERS::get)))
        .levels(levels)
        .rates(Optional.empty())
        .windows(new HttpPlan.Windows(2, 10, Optional.empty()))
        .warmup(new HttpPlan.WarmupPlan(150, 40, 20))
        .probe(new HttpPlan.Probe(true, 2))
        .network(new HttpPlan.Network("127.0.0.1", ports, Map.of()))
        .generator(GeneratorName.LOADGEN)
        .workload(Optional.empty())
        .build();
  }
}
