package dev.tierbench.report.folder;

import static java.util.stream.Collectors.toSet;

import dev.tierbench.run.Cell;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.plan.RoundPlan;
import dev.tierbench.run.plan.SuitePlan;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Two runs of one kind as one, the subjects of each with a prefix. Its manifest has what a value is
 * compared with: the workload, whether tiers share cores in either, the threshold, and what ended
 * the rounds where both are in the same ones.
 *
 * @param threshold the least relative difference that matters
 */
public record SideBySide(Run a, String prefixOfA, Run b, String prefixOfB, double threshold) {

  public Run run() {
    Run ofA = prefixed(a, prefixOfA);
    Run ofB = prefixed(b, prefixOfB);
    Map<Cell, Histogram> latencies = new HashMap<>(ofA.latencies());
    latencies.putAll(ofB.latencies());
    Map<String, ServerDescriptor> servers = new HashMap<>(ofA.manifest().servers());
    servers.putAll(ofB.manifest().servers());
    String workload = a.manifest().workload();
    return new Run(
        a.name() + " against " + b.name(),
        new RunManifest(
            Optional.empty(),
            a.manifest().plan().map(this::plan),
            servers,
            workload.equals(b.manifest().workload()) ? workload : RunManifest.DIFFERS,
            Optional.of(threshold)),
        Stream.concat(ofA.trials().stream(), ofB.trials().stream()).toList(),
        latencies,
        Stream.concat(a.readProblems().stream(), b.readProblems().stream()).distinct().toList());
  }

  /** One of two runs side by side: its subjects have a prefix, and its manifest has no file. */
  public static Run prefixed(Run run, String prefix) {
    Map<Cell, Histogram> latencies = new HashMap<>();
    run.latencies().forEach((cell, all) -> latencies.put(cell.prefixed(prefix), all));
    Map<String, ServerDescriptor> servers = new HashMap<>();
    run.manifest().servers().forEach((name, server) -> servers.put(prefix + name, server));
    Map<String, Plan.Variant> variants = variants(run, prefix);
    RunManifest manifest =
        new RunManifest(
            Optional.empty(),
            run.manifest().plan().map(plan -> with(plan, named(plan.common(), variants))),
            servers,
            run.manifest().workload(),
            run.manifest().threshold());
    return run.with(next ->
        next.manifest(manifest)
            .trials(run.trials().stream().map(trial -> trial.prefixed(prefix)).toList())
            .latencies(latencies));
  }

  /** A's plan, in which the subjects of both are variants of what they are in their own run. */
  private Plan plan(Plan ofA) {
    boolean shared = Stream.of(a, b).anyMatch(run -> run.manifest().pinning().sharingAsked());
    Map<String, Plan.Variant> variants = new LinkedHashMap<>(variants(a, prefixOfA));
    variants.putAll(variants(b, prefixOfB));
    Plan.Common common =
        named(ofA.common(), variants)
            .with(next ->
                next.pinning(new Plan.Pinning(shared ? Plan.Pinning.OFF : "", Map.of(), "")));
    return with(shareRounds() ? ofA : withoutUntil(ofA), common);
  }

  /** Whether both are of one run, in whose rounds they were measured. */
  private boolean shareRounds() {
    return !Collections.disjoint(rounds(a), rounds(b));
  }

  private static Set<Path> rounds(Run run) {
    return run.steps().stream().flatMap(step -> step.round().stream()).collect(toSet());
  }

  private static Plan withoutUntil(Plan plan) {
    return switch (plan) {
      case HttpPlan http ->
          http.windows()
              .rounds()
              .map(of ->
                  new RoundPlan(of.windows(), of.leadInSeconds(), of.seed(), Optional.empty()))
              .map(of -> http.withWindows(http.windows().withRounds(of)))
              .orElse(http);
      case SuitePlan suite -> suite;
    };
  }

  private static Plan with(Plan plan, Plan.Common common) {
    return switch (plan) {
      case HttpPlan http -> http.withCommon(common);
      case SuitePlan suite -> suite.withCommon(common);
    };
  }

  /** The same with those subjects, in the order of the map. */
  private static Plan.Common named(Plan.Common common, Map<String, Plan.Variant> subjects) {
    return common.with(next -> next.subjects(List.copyOf(subjects.keySet())).variants(subjects));
  }

  private static Map<String, Plan.Variant> variants(Run run, String prefix) {
    Map<String, Plan.Variant> variants = new LinkedHashMap<>();
    run.subjects().forEach(subject -> variants.put(prefix + subject, variant(run, subject)));
    return variants;
  }

  private static Plan.Variant variant(Run run, String subject) {
    return run.manifest()
        .plan()
        .map(plan -> plan.variant(subject))
        .orElseGet(() -> Plan.Variant.plain(subject));
  }
}
