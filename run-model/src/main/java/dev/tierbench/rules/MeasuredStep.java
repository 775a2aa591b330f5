package dev.tierbench.rules;

import static dev.tierbench.run.Units.MICROS_PER_SECOND;

import dev.tierbench.metrics.Measurements;
import dev.tierbench.rules.trend.Throughputs;
import dev.tierbench.run.Load;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Tier;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.record.HttpStep;
import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.Observation;
import dev.tierbench.run.record.Tiers;
import dev.tierbench.run.record.Warmup;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * All that the rules look at.
 *
 * @param warmup of the JVM that the step was measured on
 * @param pinning of the plan
 * @param backend the tier that the server calls; empty when it calls none of the run
 * @param pools of the server, with their sizes, by the names of its settings
 */
public record MeasuredStep(
    HttpStep records,
    Measurements measurements,
    Optional<Warmup.Run> warmup,
    Plan.Pinning pinning,
    Optional<Tier> backend,
    Map<String, Integer> pools)
    implements MeasuredWindow {

  /** The setting in which a server states the size of its pool of connections to a database. */
  public static final String CONNECTION_POOL = "pool_size";

  /** What is kept for later use limits nothing. */
  private static final Pattern POOL =
      Pattern.compile("(?!min_|.*(?:idle|cached)_).*_(?:threads|connections)|" + CONNECTION_POOL);

  /** The pools in the settings that a server states of itself. */
  public static Map<String, Integer> pools(JsonNode settings) {
    return settings
        .propertyStream()
        .filter(setting -> POOL.matcher(setting.getKey()).matches())
        .filter(setting -> setting.getValue().isInt() && setting.getValue().asInt() > 0)
        .collect(Collectors.toMap(Map.Entry::getKey, setting -> setting.getValue().asInt()));
  }

  /** Whether the server calls an echo tier. */
  boolean hasEcho() {
    return backend.filter(tier -> tier == Tier.ECHO).isPresent();
  }

  /** The tier behind the server, in messages. */
  String backendName() {
    return backend.filter(tier -> tier == Tier.DATABASE).isPresent() ? "the database" : "echo";
  }

  @Override
  public Optional<Observation> observed() {
    return records.observed();
  }

  /** Host that lost the most CPU time to others, of several; one that was not read counts. */
  @Override
  public Tiers.Host host() {
    return tiers().windows().stream()
        .map(Tiers.HostWindow::host)
        .max(
            Comparator.comparingDouble(
                host -> host.wasRead() ? host.stealPercent() : Double.MAX_VALUE))
        .orElseThrow();
  }

  /** Largest boundary lag of all hosts; not known when that of one is not. */
  @Override
  public BoundaryLag boundaryLag() {
    return tiers().windows().stream()
        .map(window ->
            new BoundaryLag(window.name(), window.boundaryLagNs(), window.windowNs(), false))
        .max(Comparator.comparing(BoundaryLag::isUnknown).thenComparingDouble(BoundaryLag::percent))
        .orElseThrow();
  }

  @Override
  public Optional<Throughputs> throughputs() {
    LoadResult.Phase phase = measured();
    double serviceSeconds =
        records.load().load() instanceof Load.Closed
            ? phase.serviceTimeUs().mean().orElse(0.0) / MICROS_PER_SECOND
            : 0;
    return Optional.of(Throughputs.of(phase.okPerSecond().orElse(List.of()), serviceSeconds));
  }

  /** The measured phase; rules are only applied to a step that has one. */
  LoadResult.Phase measured() {
    return records.load(PhaseName.MEASURE).orElseThrow();
  }

  Optional<LoadResult.Phase> traced() {
    return records.load(PhaseName.TRACE);
  }

  /** What the tiers used in the measured phase; rules that need it are applied only with it. */
  Tiers.Phase tiers() {
    return records.tiers(PhaseName.MEASURE).orElseThrow();
  }
}
