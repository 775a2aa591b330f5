package dev.tierbench.run.plan;

import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.Parameters;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Plans and manifests of which a test changes what it is about. */
public final class Samples {
  private Samples() {}

  public static final String TIME = "2026-01-01T00:00:00Z";

  public static final Plan.Pinning UNPINNED =
      new Plan.Pinning(Plan.Pinning.OFF, Map.of(), "nothing is pinned");

  /** A sweep of so many trials in which nothing is traced. */
  public static HttpPlan sweep(List<String> servers, List<Integer> levels, int trials) {
    return HttpPlanBuilder.stagedBuilder()
        .common(
            new Plan.Common(
                "quick", Parameters.CONCURRENCY, servers, trials, UNPINNED, Map.of(), Map.of()))
        .servers(Map.of())
        .levels(levels)
        .rates(Optional.empty())
        .windows(new HttpPlan.Windows(2, 10, Optional.empty()))
        .warmup(new HttpPlan.WarmupPlan(150, 40, 20))
        .probe(new HttpPlan.Probe(true, 2))
        .network(new HttpPlan.Network("127.0.0.1", Map.of(), Map.of()))
        .generator(GeneratorName.LOADGEN)
        .requestsPerConnection(Optional.empty())
        .requests(Optional.empty())
        .echoDelay(Optional.empty())
        .echoFailures(Optional.empty())
        .database(Optional.empty())
        .workload(Optional.empty())
        .build();
  }

  /** A run of that plan that has just begun, on a host that nothing is known of. */
  public static Manifest manifest(String name, Plan plan) {
    return ManifestBuilder.builder()
        .schema(Manifest.SCHEMA)
        .name(name)
        .state(Manifest.State.RUNNING)
        .startedAt(TIME)
        .resumedAt(List.of())
        .commandLine(List.of())
        .plan(plan)
        .trialOrder(plan.order().stream().map(Plan.Trial::name).toList())
        .host(
            ManifestHostBuilder.builder()
                .cpuModel("a CPU")
                .cores(8)
                .kernel("6.1.0")
                .memoryBytes(16L << 30)
                .sysctls(Map.of())
                .mitigations(Map.of())
                .sysfs(Map.of())
                .scheduler(
                    new Manifest.Scheduler(
                        Optional.empty(), Optional.empty(), Optional.empty(), List.of()))
                .build())
        .hosts(List.of())
        .java(new Manifest.Java("/jdk", "25", "a vendor", "a VM"))
        .tools(List.of())
        .source(new Manifest.Source(Optional.empty(), Optional.empty(), Optional.empty()))
        .jars(List.of())
        .caveats(List.of())
        .verifications(List.of())
        .build();
  }
}
