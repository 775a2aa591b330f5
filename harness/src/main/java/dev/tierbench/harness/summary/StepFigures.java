package dev.tierbench.harness.summary;

import dev.tierbench.run.Checks;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.LoadResult;
import dev.tierbench.rules.MeasuredStep;
import dev.tierbench.run.Plan;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.RunJson;
import dev.tierbench.run.Tiers;
import dev.tierbench.run.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** What the files of one step say; what they do not say is empty. */
public record StepFigures(
    Plan.Trial trial,
    int level,
    Checks checks,
    Optional<LoadResult.Phase> load,
    Optional<Tiers.Phase> tiers,
    Optional<CountedFigures> counted) {

  /** The step's figures, when it has a verdict. */
  public static Optional<StepFigures> read(RunFolder folder, Plan.Trial trial, int level)
      throws IOException {
    RunFolder.Step step = folder.trial(trial.name()).step(level);
    Optional<Checks> checks = read(step.checks(), Checks.class);
    Optional<LoadResult> load = read(step.load(), LoadResult.class);
    Optional<Tiers> tiers = read(step.tiers(), Tiers.class);
    Optional<CountedFigures> counted =
        load.isPresent() && tiers.isPresent()
            ? CountedFigures.read(step, load.get(), tiers.get())
            : Optional.empty();
    return checks.map(found ->
        new StepFigures(
            trial,
            level,
            found,
            load.flatMap(result -> result.phase(MeasuredStep.SCORED)),
            tiers.flatMap(result -> result.phase(MeasuredStep.SCORED)),
            counted));
  }

  private static <T> Optional<T> read(Path file, Class<T> type) throws IOException {
    return Files.exists(file) ? Optional.of(RunJson.read(file, type)) : Optional.empty();
  }

  boolean isValid() {
    return checks.verdict() != Verdict.FAIL && load.isPresent();
  }

  /** Least when the load is missing, so that such a step sorts first. */
  double throughput() {
    return load.map(LoadResult.Phase::throughputRps).orElse(0.0);
  }

  Optional<Double> coresUsed(String role) {
    return cpuNs(role).flatMap(cpu -> tiers.map(phase -> (double) cpu / phase.windowNs()));
  }

  Optional<Integer> coresThere(String role) {
    return tier(role, tier -> Optional.of(CpuList.parse(tier.cpus()).size()));
  }

  Optional<Double> cpuUsPerRequest(String role) {
    return cpuNs(role)
        .flatMap(
            cpu -> load.filter(phase -> phase.ok() > 0).map(phase -> cpu / 1_000.0 / phase.ok()));
  }

  private Optional<Long> cpuNs(String role) {
    return tier(role, Tiers.Tier::cpuNs);
  }

  <T> Optional<T> tier(String role, Function<Tiers.Tier, Optional<T>> part) {
    return tiers.flatMap(phase -> phase.tier(role)).flatMap(part);
  }

  Optional<Double> hostCoresUsed() {
    return tiers.map(phase -> (double) phase.host().busyNs() / phase.windowNs());
  }

  Optional<Double> stealPercent() {
    return tiers
        .map(Tiers.Phase::host)
        .map(host ->
            100.0 * host.stealNs() / Math.max(1, host.busyNs() + host.idleNs() + host.stealNs()));
  }

  /** The main figures in one line. */
  public String line() {
    return String.format(
        Locale.ROOT,
        "%s req/s, p50 %s ms, p99 %s ms, server %s cores, %s us/request, %s failed",
        text("%,.0f", load.map(LoadResult.Phase::throughputRps)),
        text("%.1f", load.flatMap(phase -> phase.serviceTimeUs().p50()).map(us -> us / 1_000)),
        text("%.1f", load.flatMap(phase -> phase.serviceTimeUs().p99()).map(us -> us / 1_000)),
        text("%.2f", coresUsed("server")),
        text("%.0f", cpuUsPerRequest("server")),
        load.map(phase -> String.valueOf(phase.failed().total())).orElse(Table.NOT_MEASURED));
  }

  private static String text(String format, Optional<Double> figure) {
    return figure
        .map(value -> String.format(Locale.ROOT, format, value))
        .orElse(Table.NOT_MEASURED);
  }

  /** The messages of the checks that made the step FAIL. */
  String reason() {
    return checks.checks().stream()
        .filter(check -> check.verdict() == Verdict.FAIL)
        .map(check -> check.name() + ": " + check.message())
        .reduce((a, b) -> a + "; " + b)
        .orElse("");
  }
}
