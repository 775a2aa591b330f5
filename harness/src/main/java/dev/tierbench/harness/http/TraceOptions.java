package dev.tierbench.harness.http;

import dev.tierbench.harness.http.plan.Preset;
import dev.tierbench.harness.run.Durations;
import dev.tierbench.run.plan.HttpPlan;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of the traced window, in which threads are counted. */
final class TraceOptions {

  @Option(
      names = "--no-observe",
      description = "Leave out the traced phase, which counts per thread.")
  private boolean noObserve;

  @Option(
      names = "--trace",
      paramLabel = "TIME",
      description = "Length of the traced window. Default: 3s (quick) or 8s.")
  private Optional<String> trace = Optional.empty();

  @Option(
      names = "--trace-trials",
      paramLabel = "N",
      description = "Trials of each server that have a traced window. Default: 1 (quick) or all.")
  private Optional<Integer> tracedTrials = Optional.empty();

  @Option(
      names = "--pmu",
      description =
          "Also count instructions and cycles of the server in the traced window, where the host has"
              + " hardware counters. Default: not counted.")
  private boolean hardware;

  @Option(
      names = "--observe-servers-only",
      description = "Count the threads of the server under test alone, which is the default.")
  private boolean observeServersOnly;

  @Option(
      names = "--observe-all-tiers",
      description = "Also count the threads of echo and the load generator.")
  private boolean observeAllTiers;

  /**
   * The traced window of a plan; empty when there is none.
   *
   * @param mostTrials that the plan may have
   * @throws IllegalArgumentException when options exclude each other
   */
  Optional<HttpPlan.Trace> of(Preset base, int mostTrials) {
    boolean anything =
        observeAllTiers
            || observeServersOnly
            || hardware
            || trace.isPresent()
            || tracedTrials.isPresent();
    if ((noObserve && anything) || (observeAllTiers && observeServersOnly)) {
      throw new IllegalArgumentException(
          "--no-observe excludes every option of the traced window, and --observe-servers-only"
              + " excludes --observe-all-tiers");
    }
    return noObserve
        ? Optional.empty()
        : Optional.of(
            new HttpPlan.Trace(
                trace.map(Durations::parse).orElse(base.traceSeconds()),
                observeAllTiers,
                Math.min(mostTrials, tracedTrials.orElse(base.tracedTrials())),
                hardware));
  }
}
