package dev.tierbench.harness;

import dev.tierbench.run.HttpPlan;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.Plan;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Plans of sweeps, of which a test names what it is about. */
public final class Plans {
  private Plans() {}

  /** A plan of one trial that nothing is traced in. */
  public static HttpPlan sweep(
      List<String> servers,
      List<Integer> levels,
      Plan.Pinning pinning,
      Map<String, Integer> ports,
      Map<String, List<String>> jvmOptions) {
    return new HttpPlan(
        new Plan.Common("quick", Parameters.CONCURRENCY, servers, 1, pinning, jvmOptions, Map.of()),
        levels,
        new HttpPlan.Windows(2, 10, Optional.empty()),
        new HttpPlan.WarmupPlan(150, 40, 20),
        new HttpPlan.Network("127.0.0.1", ports, Map.of()),
        Optional.empty());
  }
}
