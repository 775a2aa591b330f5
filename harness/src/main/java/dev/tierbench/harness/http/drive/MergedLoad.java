package dev.tierbench.harness.http.drive;

import static dev.tierbench.run.Units.MICROS_PER_SECOND;

import dev.tierbench.harness.http.drive.foreign.FailureReasons;
import dev.tierbench.run.Load;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.record.LatencySummary;
import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.LoadResultPhaseBuilder;
import dev.tierbench.run.record.Pause;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Several generators that drove one load together, each a share of its connections: counts are
 * added, and percentiles are those of the added histograms. Each phase is as long as that of the
 * first generator, with which the others began.
 *
 * @param results of each, the sweep's own first
 * @param latencies of each, in the same order
 */
public record MergedLoad(List<LoadResult> results, MergedLatencies latencies) {

  private static final Comparator<Pause> BY_LENGTH = Comparator.comparingDouble(Pause::seconds);

  public MergedLoad {
    results = List.copyOf(results);
  }

  /** Reads what each of them left in its folder. */
  public static MergedLoad read(List<Path> folders) throws IOException {
    List<LoadResult> results = new ArrayList<>();
    for (Path folder : folders) {
      results.add(RunJson.read(folder.resolve(RunFolder.LOAD), LoadResult.class));
    }
    return new MergedLoad(results, MergedLatencies.read(folders));
  }

  /**
   * The result of all together, under the load that was shared.
   *
   * @throws IOException when one of them has not reported every phase
   */
  public LoadResult result(Load shared) throws IOException {
    LoadResult own = results.getFirst();
    for (LoadResult.Phase phase : own.phases()) {
      if (parts(phase.name()).size() < results.size()) {
        throw new IOException("not every generator has the phase " + phase.name());
      }
    }
    return new LoadResult(
        LoadResult.SCHEMA,
        own.target(),
        own.request(),
        shared,
        connections(),
        own.phases().stream().map(phase -> phase(phase.name())).toList(),
        failures(),
        environment(own));
  }

  private LoadResult.Connections connections() {
    return results.stream()
        .map(LoadResult::connections)
        .reduce((a, b) ->
            new LoadResult.Connections(
                a.requested() + b.requested(),
                both(a.established(), b.established(), Integer::sum),
                both(a.reconnects(), b.reconnects(), Long::sum),
                both(a.connectSeconds(), b.connectSeconds(), Math::max)))
        .orElseThrow();
  }

  private List<LoadResult.Failure> failures() {
    return FailureReasons.merged(results.stream().flatMap(result -> result.failures().stream()))
        .stream()
        .sorted(Comparator.comparingLong(LoadResult.Failure::count).reversed())
        .toList();
  }

  private LoadResult.Environment environment(LoadResult own) {
    String caveat =
        results.size()
            + " generators drove the load together; the largest lag is that of one of them, and the"
            + " silence of all is at most what is given";
    Stream<String> ofEach =
        results.stream().flatMap(result -> result.environment().caveats().stream()).distinct();
    return new LoadResult.Environment(
        own.environment().generator(),
        own.environment().generatorVersion(),
        own.environment().jdk(),
        own.environment().transport(),
        results.stream()
            .map(result -> result.environment().eventLoops())
            .reduce((a, b) -> both(a, b, Integer::sum))
            .orElseThrow(),
        Stream.concat(ofEach, Stream.of(caveat)).toList());
  }

  private List<LoadResult.Phase> parts(String name) {
    return results.stream().flatMap(result -> result.phase(name).stream()).toList();
  }

  private LoadResult.Phase phase(String name) {
    List<LoadResult.Phase> parts = parts(name);
    LoadResult.Phase own = parts.getFirst();
    long ok = parts.stream().mapToLong(LoadResult.Phase::ok).sum();
    return LoadResultPhaseBuilder.stagedBuilder()
        .name(name)
        .startedAt(own.startedAt())
        .seconds(own.seconds())
        .started(all(parts, LoadResult.Phase::started, Long::sum))
        .carriedIn(all(parts, LoadResult.Phase::carriedIn, Long::sum))
        .ok(ok)
        .failed(parts.stream().map(LoadResult.Phase::failed).reduce(MergedLoad::sum).orElseThrow())
        .inFlightAtEnd(all(parts, LoadResult.Phase::inFlightAtEnd, Long::sum))
        .throughputRps(parts.stream().mapToDouble(LoadResult.Phase::throughputRps).sum())
        .serviceTimeUs(LatencySummary.ofNanos(latencies.sum(name)))
        .responseTimeUs(
            own.responseTimeUs()
                .map(open -> LatencySummary.ofNanos(latencies.sum(RunFolder.responseTag(name)))))
        .unsent(all(parts, LoadResult.Phase::unsent, Long::sum))
        .rateRatio(whole(parts, LoadResult.Phase::rateRatio, rates()))
        .sentOnTimeRatio(whole(parts, LoadResult.Phase::sentOnTimeRatio, sent(parts)))
        .lateWithConnectionRatio(
            whole(parts, LoadResult.Phase::lateWithConnectionRatio, sent(parts)))
        .lateWithoutConnectionRatio(
            whole(parts, LoadResult.Phase::lateWithoutConnectionRatio, sent(parts)))
        .maxScheduleLagUs(all(parts, LoadResult.Phase::maxScheduleLagUs, Math::max))
        .okPerSecond(all(parts, LoadResult.Phase::okPerSecond, MergedLoad::sum))
        .medianUsPerSecond(Optional.empty()) // medians of several generators have none in common
        .goodput(
            all(
                parts,
                LoadResult.Phase::goodput,
                (a, b) -> new LoadResult.Goodput(a.deadlineSeconds(), a.answers() + b.answers())))
        .bytesReceived(all(parts, LoadResult.Phase::bytesReceived, Long::sum))
        .inFlightAge(
            all(
                parts,
                LoadResult.Phase::inFlightAge,
                (a, b) ->
                    new LoadResult.InFlightAge(
                        a.carriedInSeconds() + b.carriedInSeconds(),
                        a.atEndSeconds() + b.atEndSeconds())))
        // All were silent together for no longer than the one with the shortest silence.
        .silence(all(parts, LoadResult.Phase::silence, BinaryOperator.minBy(BY_LENGTH)))
        .generator(generator(parts))
        .renewals(all(parts, LoadResult.Phase::renewals, MergedLoad::sum))
        .windows(List.of())
        .build();
  }

  /** Times of several generators have no percentile in common. */
  private static LoadResult.Renewals sum(LoadResult.Renewals a, LoadResult.Renewals b) {
    return new LoadResult.Renewals(
        a.count() + b.count(), LatencySummary.NONE, LatencySummary.NONE, Optional.empty());
  }

  private static Optional<LoadResult.Generator> generator(List<LoadResult.Phase> parts) {
    long completed = parts.stream().mapToLong(part -> part.ok() + part.failed().total()).sum();
    return all(
        parts,
        LoadResult.Phase::generator,
        (a, b) ->
            new LoadResult.Generator(
                perRequest(a.cpuSeconds() + b.cpuSeconds(), completed),
                both(a.maxLoopLagUs(), b.maxLoopLagUs(), Math::max),
                both(a.loopLagP99Us(), b.loopLagP99Us(), Math::max),
                a.cpuSeconds() + b.cpuSeconds(),
                Math.max(a.gcPauseMs(), b.gcPauseMs()),
                both(a.pause(), b.pause(), BinaryOperator.maxBy(BY_LENGTH))));
  }

  /** Microseconds to two decimals, as each generator reports them. */
  private static Optional<Double> perRequest(double cpuSeconds, long completed) {
    return completed == 0
        ? Optional.empty()
        : Optional.of(Math.round(cpuSeconds * MICROS_PER_SECOND * 100 / completed) / 100.0);
  }

  /** How much was due of each generator, in proportion: what it was to send per second. */
  private List<Double> rates() {
    return results.stream()
        .map(result -> result.load() instanceof Load.Open open ? open.rateRps() : 0.0)
        .toList();
  }

  private static List<Double> sent(List<LoadResult.Phase> parts) {
    return parts.stream()
        .map(part -> (double) part.started().orElse(0L) - part.carriedIn().orElse(0L))
        .toList();
  }

  /** A share of the whole, from the shares of its parts; empty when one of them has none. */
  private static Optional<Double> whole(
      List<LoadResult.Phase> parts,
      Function<LoadResult.Phase, Optional<Double>> share,
      List<Double> weights) {
    double all = weights.stream().mapToDouble(Double::doubleValue).sum();
    if (all == 0 || parts.stream().anyMatch(part -> share.apply(part).isEmpty())) {
      return Optional.empty();
    }
    double sum = 0;
    for (int i = 0; i < parts.size(); i++) {
      sum += share.apply(parts.get(i)).orElseThrow() * weights.get(i);
    }
    return Optional.of(sum / all);
  }

  private static LoadResult.Failed sum(LoadResult.Failed a, LoadResult.Failed b) {
    return new LoadResult.Failed(
        both(a.status(), b.status(), Long::sum),
        both(a.body(), b.body(), Long::sum),
        both(a.connect(), b.connect(), Long::sum),
        both(a.reset(), b.reset(), Long::sum),
        both(a.timeout(), b.timeout(), Long::sum),
        both(a.gatewayTimeout(), b.gatewayTimeout(), Long::sum));
  }

  private static List<Long> sum(List<Long> a, List<Long> b) {
    List<Long> sums = new ArrayList<>();
    for (int second = 0; second < Math.min(a.size(), b.size()); second++) {
      sums.add(a.get(second) + b.get(second));
    }
    return sums;
  }

  /** Empty when any of them does not report it. */
  private static <T> Optional<T> all(
      List<LoadResult.Phase> parts,
      Function<LoadResult.Phase, Optional<T>> part,
      BinaryOperator<T> together) {
    return parts.stream().map(part).reduce((a, b) -> both(a, b, together)).orElseThrow();
  }

  private static <T> Optional<T> both(Optional<T> a, Optional<T> b, BinaryOperator<T> together) {
    return a.flatMap(first -> b.map(second -> together.apply(first, second)));
  }

  /** Writes the merged latencies; see {@link MergedLatencies#write}. */
  public void writeLatencies(Path file) throws IOException {
    latencies.write(file);
  }
}
