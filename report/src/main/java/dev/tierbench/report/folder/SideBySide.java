package dev.tierbench.report.folder;

import dev.tierbench.run.Cell;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.plan.SuitePlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Two runs of one kind as one, the subjects of each with a prefix. Its manifest has what a value is
 * compared with: the workload, and whether tiers share cores in either.
 */
public record SideBySide(Run a, String prefixOfA, Run b, String prefixOfB) {

  public Run run() {
    List<Trial> trials = new ArrayList<>();
    a.trials().forEach(trial -> trials.add(trial.prefixed(prefixOfA)));
    b.trials().forEach(trial -> trials.add(trial.prefixed(prefixOfB)));
    Map<Cell, Histogram> latencies = new HashMap<>();
    a.latencies().forEach((cell, all) -> latencies.put(cell.prefixed(prefixOfA), all));
    b.latencies().forEach((cell, all) -> latencies.put(cell.prefixed(prefixOfB), all));
    return new Run(
        a.name() + " against " + b.name(),
        manifest(),
        a.suitePlan().map(this::suitePlan),
        trials,
        latencies,
        Stream.concat(a.readProblems().stream(), b.readProblems().stream()).distinct().toList());
  }

  private RunManifest manifest() {
    String ofA = a.manifest().workload();
    ObjectNode manifest = JsonNodeFactory.instance.objectNode();
    manifest.set("kind", a.manifest().json().path("kind"));
    ObjectNode plan = manifest.putObject("plan");
    plan.put("workload", ofA.equals(b.manifest().workload()) ? ofA : RunManifest.DIFFERS);
    ObjectNode common = plan.putObject("common").put("axis", a.axis());
    if (a.manifest().pinning().sharingAsked() || b.manifest().pinning().sharingAsked()) {
      common.putObject("pinning").put("asked", Plan.Pinning.OFF);
    }
    ObjectNode servers = plan.putObject("servers");
    a.subjects().forEach(subject -> servers.set(prefixOfA + subject, a.manifest().server(subject)));
    b.subjects().forEach(subject -> servers.set(prefixOfB + subject, b.manifest().server(subject)));
    return new RunManifest(manifest);
  }

  /** A's plan, in which the subjects of both are variants of its implementations. */
  private SuitePlan suitePlan(SuitePlan plan) {
    Map<String, Plan.Variant> variants = new HashMap<>();
    a.subjects().forEach(subject -> variants.put(prefixOfA + subject, variant(a, subject)));
    b.subjects().forEach(subject -> variants.put(prefixOfB + subject, variant(b, subject)));
    return plan.withCommon(
        plan.common()
            .with(next -> next.subjects(List.copyOf(variants.keySet())).variants(variants)));
  }

  private static Plan.Variant variant(Run run, String subject) {
    return run.suitePlan()
        .map(plan -> plan.variant(subject))
        .orElseGet(() -> new Plan.Variant(subject, Optional.empty(), List.of(), List.of()));
  }
}
