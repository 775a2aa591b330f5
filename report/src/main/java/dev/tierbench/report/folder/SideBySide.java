package dev.tierbench.report.folder;

import dev.tierbench.run.Cell;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.plan.SuitePlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

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
        trials,
        latencies,
        Stream.concat(a.readProblems().stream(), b.readProblems().stream()).distinct().toList());
  }

  private RunManifest manifest() {
    String ofA = a.manifest().workload();
    Map<String, ServerDescriptor> servers = new HashMap<>();
    a.manifest().servers().forEach((name, server) -> servers.put(prefixOfA + name, server));
    b.manifest().servers().forEach((name, server) -> servers.put(prefixOfB + name, server));
    return new RunManifest(
        Optional.empty(),
        a.manifest().plan().map(this::plan),
        servers,
        ofA.equals(b.manifest().workload()) ? ofA : RunManifest.DIFFERS);
  }

  /** A's plan, in which the subjects of both are variants of what they are in their own run. */
  private Plan plan(Plan ofA) {
    boolean shared = Stream.of(a, b).anyMatch(run -> run.manifest().pinning().sharingAsked());
    Map<String, Plan.Variant> variants = new LinkedHashMap<>();
    a.subjects().forEach(subject -> variants.put(prefixOfA + subject, variant(a, subject)));
    b.subjects().forEach(subject -> variants.put(prefixOfB + subject, variant(b, subject)));
    Plan.Common common =
        ofA.common()
            .with(next ->
                next.subjects(List.copyOf(variants.keySet()))
                    .variants(variants)
                    .pinning(new Plan.Pinning(shared ? Plan.Pinning.OFF : "", Map.of(), "")));
    return switch (ofA) {
      case HttpPlan http -> http.withCommon(common);
      case SuitePlan suite -> suite.withCommon(common);
    };
  }

  private static Plan.Variant variant(Run run, String subject) {
    return run.manifest()
        .plan()
        .map(plan -> plan.variant(subject))
        .orElseGet(() -> Plan.Variant.plain(subject));
  }
}
