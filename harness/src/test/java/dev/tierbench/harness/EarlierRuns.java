package dev.tierbench.harness;

import dev.tierbench.run.plan.Manifest;
import dev.tierbench.run.plan.ManifestBuilder;
import dev.tierbench.run.plan.Plan;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Manifests of runs that were cut short. */
public final class EarlierRuns {
  private EarlierRuns() {}

  /** A run of that plan on no host in particular. */
  public static Manifest of(Plan plan) {
    Optional<String> none = Optional.empty();
    return ManifestBuilder.builder()
        .schema(Manifest.SCHEMA)
        .name("earlier")
        .state(Manifest.State.PARTIAL)
        .startedAt("2026-01-01T00:00:00Z")
        .resumedAt(List.of())
        .commandLine(List.of())
        .plan(plan)
        .trialOrder(List.of())
        .host(
            new Manifest.Host(
                "",
                2,
                "",
                0,
                true,
                none,
                Optional.empty(),
                Map.of(),
                Map.of(),
                Map.of(),
                new Manifest.Scheduler(none, Optional.empty(), none, List.of())))
        .java(new Manifest.Java("", "", "", ""))
        .tools(List.of())
        .source(new Manifest.Source(none, Optional.empty()))
        .jars(List.of())
        .caveats(List.of())
        .hosts(List.of())
        .verifications(List.of())
        .build();
  }
}
