package dev.tierbench.harness.summary;

import dev.tierbench.run.Counter;
import dev.tierbench.run.Counts;
import dev.tierbench.run.LoadResult;
import dev.tierbench.rules.MeasuredStep;
import dev.tierbench.run.Observed;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.RunJson;
import dev.tierbench.run.ThreadTable;
import dev.tierbench.run.Tiers;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;

/**
 * What the threads of the server asked of the kernel in the counted window, for each request. A
 * count is divided by the requests that were answered in a window of that length.
 */
record CountedFigures(
    ThreadTable threads, double windowSeconds, LoadResult.Phase load, Optional<Tiers.Phase> tiers) {

  /** Empty when nothing was counted, or when what was counted is not to be used. */
  static Optional<CountedFigures> read(RunFolder.Step step, LoadResult load, Tiers tiers)
      throws IOException {
    Optional<LoadResult.Phase> phase =
        load.phase(MeasuredStep.COUNTED).filter(counted -> counted.throughputRps() > 0);
    if (phase.isEmpty() || !Files.exists(step.observation()) || !Files.exists(step.threads())) {
      return Optional.empty();
    }
    Observed observed = RunJson.read(step.observation(), Observed.class);
    return observed.failures().isEmpty() && observed.windowNs() > 0
        ? Optional.of(
            new CountedFigures(
                ThreadTable.read(step.threads()),
                observed.windowNs() / 1e9,
                phase.get(),
                tiers.phase(MeasuredStep.COUNTED)))
        : Optional.empty();
  }

  Optional<Double> perRequest(Counter counter) {
    return perRequest(threads.total(), counter);
  }

  Optional<Double> perRequest(Counts counts, Counter counter) {
    return counts
        .get(counter)
        .map(count -> count.doubleValue() / windowSeconds / load.throughputRps());
  }

  /** Voluntary and involuntary switches for each request. */
  Optional<Double> switchesPerRequest() {
    return perRequest(Counter.CS_VOLUNTARY)
        .flatMap(own -> perRequest(Counter.CS_INVOLUNTARY).map(forced -> own + forced));
  }

  /** By how many percent of the clean window's throughput the counted window's was lower. */
  Optional<Double> throughputTaxPercent(LoadResult.Phase clean) {
    return clean.throughputRps() > 0
        ? Optional.of(100 * (1 - load.throughputRps() / clean.throughputRps()))
        : Optional.empty();
  }

  /** By how many percent of the clean window's CPU per request the counted window's was higher. */
  Optional<Double> cpuTaxPercent(Optional<Double> cleanCpuUsPerRequest) {
    Optional<Double> counted =
        tiers
            .flatMap(phase -> phase.tier("server"))
            .flatMap(Tiers.Tier::cpuNs)
            .filter(cpu -> load.ok() > 0)
            .map(cpu -> cpu / 1_000.0 / load.ok());
    return counted.flatMap(
        now -> cleanCpuUsPerRequest.filter(us -> us > 0).map(us -> 100 * (now / us - 1)));
  }
}
