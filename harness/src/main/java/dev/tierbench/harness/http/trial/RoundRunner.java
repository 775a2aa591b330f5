package dev.tierbench.harness.http.trial;

import dev.tierbench.harness.http.plan.DurationEstimate;
import dev.tierbench.harness.http.plan.WarmupGroups;
import dev.tierbench.harness.http.sample.MeasuredHosts;
import dev.tierbench.harness.http.window.WindowTurns;
import dev.tierbench.harness.run.step.JudgedStep;
import dev.tierbench.observer.measured.LocalHost;
import dev.tierbench.run.HeldInterrupt;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.plan.RoundPlan;
import dev.tierbench.run.record.HostSpeed;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * Runs rounds: one fresh JVM of each server, all up and warm, between which the windows of a cell
 * alternate. Only one of them has load at a time. All tiers are on this host.
 */
public final class RoundRunner implements AutoCloseable {

  /** How long a server's thread may take to end what it started. */
  private static final Duration DRIVES_END = Duration.ofSeconds(5);

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
   * @param windows of each server at each cell
   */
  public void run(
      List<Plan.Trial> trials,
      List<Parameters> cells,
      int windows,
      BiConsumer<Plan.Trial, JudgedStep> verdicts)
      throws InterruptedException {
    List<ServerBench> round = trials.stream().map(this::begun).toList();
    for (Parameters cell : cells) {
      measure(round, cell, windows, verdicts);
    }
    together(
        round,
        bench -> {
          bench.end();
          return bench;
        });
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
      List<ServerBench> round,
      Parameters cell,
      int windows,
      BiConsumer<Plan.Trial, JudgedStep> verdicts)
      throws InterruptedException {
    DurationEstimate estimate = new DurationEstimate(plan);
    String name = "round %d".formatted(plan.round(round.getFirst().trial()));
    if (!round.stream().allMatch(ServerBench::isReady)) {
      maker.progress().begins(name + " warm-up", estimate.roundPreparation());
    }
    List<ServerBench> ready = prepared(round, cell, verdicts);
    if (ready.isEmpty()) {
      return;
    }
    maker.progress().begins(name + " at " + cell.label(), ready.size() * estimate.step(windows));
    Optional<List<HostSpeed.Reading>> before = readHost();
    WindowTurns turns = turns(ready, cell, windows);
    Map<ServerBench, ServerBench.Outcome<StepRunner.Driven>> driven =
        together(ready, bench -> bench.drive(cell, turns));
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

  private WindowTurns turns(List<ServerBench> ready, Parameters cell, int windows) {
    RoundPlan rounds = plan.windows().rounds().orElseThrow();
    Plan.Trial first = ready.getFirst().trial();
    return new WindowTurns(
        new RoundOrder(
                ready.stream().map(bench -> bench.trial().subject()).toList(),
                rounds.seed(),
                plan.round(first),
                cell)
            .turns(
                plan.windows().settleSeconds() > 0,
                windows,
                plan.trace(first).isPresent()
                    || plan.windows().profile().isPresent()
                    || cell.number(Parameters.OVERLOAD).isPresent()),
        windows);
  }

  /**
   * Starts the servers and warms them up, in groups with room for that, and then each of them up to
   * its top level alone.
   *
   * @return those that are warm; the others have their verdict
   */
  private List<ServerBench> prepared(
      List<ServerBench> round, Parameters cell, BiConsumer<Plan.Trial, JudgedStep> verdicts)
      throws InterruptedException {
    WarmupGroups groups = new WarmupGroups(plan);
    List<ServerBench> started =
        soundOf(groups.starting(round), bench -> bench.start(cell), verdicts);
    List<ServerBench> below = soundOf(groups.of(started), bench -> bench.warmBelow(cell), verdicts);
    return soundOf(alone(below), bench -> bench.warmUp(cell), verdicts);
  }

  private static List<List<ServerBench>> alone(List<ServerBench> benches) {
    return benches.stream().map(List::of).toList();
  }

  /** The servers that took the part without a fault, one group after the other. */
  private List<ServerBench> soundOf(
      List<List<ServerBench>> groups,
      Part<Optional<JudgedStep>> part,
      BiConsumer<Plan.Trial, JudgedStep> verdicts)
      throws InterruptedException {
    List<ServerBench> sound = new ArrayList<>();
    for (List<ServerBench> group : groups) {
      together(group, part)
          .forEach((bench, fault) ->
              fault.ifPresentOrElse(
                  step -> verdicts.accept(bench.trial(), step), () -> sound.add(bench)));
    }
    return sound;
  }

  /** What a server of a round does, beside others of its group. */
  private interface Part<T> {
    T of(ServerBench bench) throws InterruptedException;
  }

  private <T> Map<ServerBench, T> together(List<ServerBench> benches, Part<T> part)
      throws InterruptedException {
    Map<ServerBench, Future<T>> under = new LinkedHashMap<>();
    for (ServerBench bench : benches) {
      under.put(bench, driving.submit(() -> part.of(bench)));
    }
    Map<ServerBench, T> outcomes = new LinkedHashMap<>();
    try {
      for (Map.Entry<ServerBench, Future<T>> one : under.entrySet()) {
        outcomes.put(one.getKey(), one.getValue().get());
      }
      return outcomes;
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

  /**
   * Waits for the threads of servers, of which one may just start a program. An interrupt stays
   * pending.
   */
  @Override
  public void close() {
    driving.shutdown(); // what is left was interrupted; a second time would cut its end short
    HeldInterrupt held = new HeldInterrupt();
    try {
      if (!driving.awaitTermination(DRIVES_END.toSeconds(), TimeUnit.SECONDS)) {
        driving.shutdownNow();
      }
    } catch (InterruptedException e) {
      held.again();
      driving.shutdownNow();
    } finally {
      hosts.forEach(LocalHost::close);
      held.release();
    }
  }
}
