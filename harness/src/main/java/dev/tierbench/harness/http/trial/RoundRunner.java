package dev.tierbench.harness.http.trial;

import dev.tierbench.harness.http.plan.DurationEstimate;
import dev.tierbench.harness.http.sample.MeasuredHosts;
import dev.tierbench.harness.http.window.WindowTurns;
import dev.tierbench.harness.run.JudgedStep;
import dev.tierbench.observer.measured.LocalHost;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.plan.RoundPlan;
import dev.tierbench.run.record.HostSpeed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;

/**
 * Runs rounds: one fresh JVM of each server, all up and warm, between which the windows of a cell
 * alternate. Only one of them has load at a time. All tiers are on this host.
 */
public final class RoundRunner implements AutoCloseable {

  private final BenchMaker maker;
  private final HttpPlan plan;
  private final Map<String, ServerBench> benches = new LinkedHashMap<>();

  /** Each server's own view of this host: what it watches is in no window of another. */
  private final List<LocalHost> hosts = new ArrayList<>();

  /** A thread for each server, whose load it drives. */
  private final ExecutorService driving =
      Executors.newCachedThreadPool(Thread.ofPlatform().name("drive-", 0).daemon().factory());

  /** A runner of the plan of the maker, which has rounds. */
  public RoundRunner(BenchMaker maker) {
    this.maker = maker;
    this.plan = maker.plan();
  }

  /**
   * Runs the cells of a round, reporting each step's verdict as it is known.
   *
   * @param trials of the round, one of each server
   */
  public void run(
      List<Plan.Trial> trials, List<Parameters> cells, BiConsumer<Plan.Trial, JudgedStep> verdicts)
      throws InterruptedException {
    List<ServerBench> round = trials.stream().map(this::begun).toList();
    for (Parameters cell : cells) {
      measure(round, cell, verdicts);
    }
    for (ServerBench bench : round) {
      bench.end();
    }
  }

  private ServerBench begun(Plan.Trial trial) {
    ServerBench bench = benches.computeIfAbsent(trial.subject(), subject -> bench());
    bench.begin(trial);
    return bench;
  }

  private ServerBench bench() {
    LocalHost host = new LocalHost("");
    hosts.add(host);
    return maker.bench(new MeasuredHosts(host, Map.of(), List.of()));
  }

  private void measure(
      List<ServerBench> round, Parameters cell, BiConsumer<Plan.Trial, JudgedStep> verdicts)
      throws InterruptedException {
    List<ServerBench> ready = new ArrayList<>();
    for (ServerBench bench : round) {
      Optional<JudgedStep> fault = bench.prepared(cell).fault();
      fault.ifPresent(step -> verdicts.accept(bench.trial(), step));
      if (fault.isEmpty()) {
        ready.add(bench);
      }
    }
    if (ready.isEmpty()) {
      return;
    }
    maker
        .progress()
        .begins(
            "round %d at %s".formatted(plan.round(ready.getFirst().trial()), cell.label()),
            ready.size() * new DurationEstimate(plan).step());
    Optional<List<HostSpeed.Reading>> before = readHost();
    Map<ServerBench, ServerBench.Outcome<StepRunner.Driven>> driven = drive(ready, cell);
    Optional<List<HostSpeed.Reading>> after = readHost();
    Optional<HostSpeed> speed =
        before.flatMap(from -> after.flatMap(to -> HostProbe.speed(maker.probe(), from, to)));
    for (Map.Entry<ServerBench, ServerBench.Outcome<StepRunner.Driven>> one : driven.entrySet()) {
      ServerBench bench = one.getKey();
      Optional<JudgedStep> judged =
          one.getValue().done().isPresent()
              ? Optional.of(bench.judge(cell, one.getValue().done().get(), speed))
              : one.getValue().fault();
      verdicts.accept(bench.trial(), judged.orElseThrow());
    }
  }

  /** The speed of the host; a probe that fails leaves it not measured. */
  private Optional<List<HostSpeed.Reading>> readHost() throws InterruptedException {
    try {
      return Optional.of(HostProbe.read(maker.probe()));
    } catch (IOException e) {
      maker.progress().say(e.getMessage());
      return Optional.empty();
    }
  }

  private Map<ServerBench, ServerBench.Outcome<StepRunner.Driven>> drive(
      List<ServerBench> ready, Parameters cell) throws InterruptedException {
    RoundPlan rounds = plan.windows().rounds().orElseThrow();
    Plan.Trial first = ready.getFirst().trial();
    WindowTurns turns =
        new WindowTurns(
            new RoundOrder(
                    ready.stream().map(bench -> bench.trial().subject()).toList(),
                    rounds.seed(),
                    plan.round(first),
                    cell)
                .turns(
                    plan.windows().settleSeconds() > 0,
                    rounds.windows(),
                    plan.trace(first).isPresent() || plan.windows().profile().isPresent()));
    Map<ServerBench, Future<ServerBench.Outcome<StepRunner.Driven>>> under = new LinkedHashMap<>();
    for (ServerBench bench : ready) {
      under.put(bench, driving.submit(() -> bench.drive(cell, turns)));
    }
    Map<ServerBench, ServerBench.Outcome<StepRunner.Driven>> driven = new LinkedHashMap<>();
    try {
      for (Map.Entry<ServerBench, Future<ServerBench.Outcome<StepRunner.Driven>>> one :
          under.entrySet()) {
        driven.put(one.getKey(), one.getValue().get());
      }
      return driven;
    } catch (ExecutionException e) {
      throw asError(e.getCause());
    } finally {
      under.values().forEach(future -> future.cancel(true));
    }
  }

  /** A bench makes a verdict of all that only concerns its step. */
  private static RuntimeException asError(Throwable cause) throws InterruptedException {
    if (cause instanceof Error error) {
      throw error;
    }
    if (cause instanceof InterruptedException interrupt) {
      throw interrupt;
    }
    return new IllegalStateException(cause);
  }

  @Override
  public void close() {
    driving.shutdownNow();
    hosts.forEach(LocalHost::close);
  }
}
