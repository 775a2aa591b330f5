package dev.tierbench.harness.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.FakeHome;
import dev.tierbench.harness.Plans;
import dev.tierbench.harness.http.sample.MeasuredHosts;
import dev.tierbench.harness.http.trial.BenchMaker;
import dev.tierbench.harness.http.trial.HostProbe;
import dev.tierbench.harness.http.trial.TrialRunner;
import dev.tierbench.harness.preflight.Installation;
import dev.tierbench.harness.preflight.JvmOptions;
import dev.tierbench.harness.run.Progress;
import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.harness.tier.local.LocalTierLauncher;
import dev.tierbench.observer.host.HostTimes;
import dev.tierbench.observer.host.child.ChildLauncher;
import dev.tierbench.observer.measured.HostSnapshot;
import dev.tierbench.observer.measured.LocalHost;
import dev.tierbench.observer.measured.MeasuredHost;
import dev.tierbench.rules.Rules;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Tier;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.record.Checks;
import dev.tierbench.run.record.HostSpeed;
import dev.tierbench.run.record.Tiers;
import dev.tierbench.run.record.Warmup;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A trial over fake tiers, on a host whose probe says what the test wants. */
@Tag("process")
@Tag("timed")
class NoisyRepeatTest {

  private static final Parameters TWO = Parameters.concurrency(2);
  private static final Parameters FOUR = Parameters.concurrency(4);
  private static final Parameters SIX = Parameters.concurrency(6);
  private static final long FAST = 15_000_000;

  @TempDir Path folder;
  private final ChildLauncher processes = new ChildLauncher();
  private final List<String> said = new ArrayList<>();
  private final List<String> judged = new ArrayList<>();
  private double addedSeconds;
  private RunFolder.Trial trial;

  @AfterEach
  void endTiers() throws InterruptedException {
    processes.endAll();
  }

  /** Each step probes it twice; it is slow at those readings. */
  private record ScriptedProbe(List<Integer> slow, List<Integer> calls) {
    List<HostSpeed.Reading> read() {
      calls.add(calls.size());
      long memory = slow.contains(calls.size() - 1) ? 10 * FAST : FAST;
      return List.of(new HostSpeed.Reading(FAST, memory));
    }
  }

  private final class Said implements Progress {
    @Override
    public void begins(String what, double plannedSeconds) {}

    @Override
    public void adds(double seconds) {
      addedSeconds += seconds;
    }

    @Override
    public void say(String line) {
      said.add(line);
    }

    @Override
    public void close() {}
  }

  private void run(int repeatNoisy, Integer... slowReadings)
      throws IOException, InterruptedException {
    FakeHome home = FakeTiers.home(folder);
    HttpPlan usual =
        Plans.sweep(
            List.of("tomcat-platform"),
            List.of(2, 4, 6),
            new Plan.Pinning(Plan.Pinning.OFF, Map.of(), ""),
            Map.of("echo", 17_281, "tomcat-platform", 17_280),
            JvmOptions.byTier("64m", new Plan.Pinning(Plan.Pinning.OFF, Map.of(), ""), false));
    HttpPlan plan =
        usual.with(next ->
            next.windows(new HttpPlan.Windows(0, 0.5, Optional.empty()))
                .warmup(new HttpPlan.WarmupPlan(4, 0, 0))
                .probe(new HttpPlan.Probe(true, repeatNoisy)));
    TierCommands commands =
        new TierCommands(
            new Installation(home.root(), Path.of(System.getProperty("java.home"))), plan);
    RunFolder run = new RunFolder(folder.resolve("run"));
    trial = run.trial("01-tomcat-platform");
    MeasuredHost host =
        scripted(new LocalHost(""), new ScriptedProbe(List.of(slowReadings), new ArrayList<>()));
    BenchMaker benches =
        new BenchMaker(
            run,
            processes,
            new LocalTierLauncher(processes, commands, Optional.empty()),
            commands,
            Optional.empty(),
            Optional.of(new HostProbe(host, Optional.empty(), "0")),
            new Said());
    new TrialRunner(benches, new MeasuredHosts(host, Map.of(), List.of()))
        .run(
            plan.order().getFirst(),
            plan.cells().iterator(),
            step -> judged.add(step.step().parameters().label()));
  }

  /** That host as its hypervisor would give it to nobody else: only the script makes noise here. */
  private static MeasuredHost scripted(MeasuredHost host, ScriptedProbe probe) {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          if (method.getName().equals("probe")) {
            return probe.read();
          }
          Object answer = method.invoke(host, arguments);
          return answer instanceof HostSnapshot snapshot ? withoutSteal(snapshot) : answer;
        };
    return (MeasuredHost)
        Proxy.newProxyInstance(
            MeasuredHost.class.getClassLoader(), new Class<?>[] {MeasuredHost.class}, handler);
  }

  private static HostSnapshot withoutSteal(HostSnapshot snapshot) {
    List<HostTimes.Core> cores =
        snapshot.host().perCore().stream()
            .map(core -> new HostTimes.Core(core.cpu(), core.idleNs(), 0, core.interruptNs()))
            .toList();
    return new HostSnapshot(
        snapshot.nanoTime(), new HostTimes(cores), snapshot.network(), snapshot.times());
  }

  private static boolean isNoisy(RunFolder.Step step) throws IOException {
    return Rules.noise(RunJson.read(step.checks(), Checks.class)).isPresent();
  }

  private static long serverPid(RunFolder.Step step) throws IOException {
    return RunJson.read(step.tiers(), Tiers.class)
        .phase(PhaseName.MEASURE.id())
        .flatMap(phase -> phase.tier(Tier.SERVER))
        .orElseThrow()
        .pid();
  }

  @Test
  void aNoisyStepIsMeasuredAgainOnTheSameJvmAfterTheOthersAndStaysVisible() throws Exception {
    run(2, 3);
    assertThat(judged).as(said.toString()).containsExactly("2", "4", "6", "4");
    RunFolder.Step dropped = trial.dropped(1, FOUR);
    assertThat(isNoisy(dropped)).isTrue();
    assertThat(isNoisy(trial.step(FOUR))).isFalse();
    assertThat(serverPid(trial.step(FOUR))).isEqualTo(serverPid(dropped));
    assertThat(RunJson.read(trial.warmup(), Warmup.class).runs()).hasSize(1);
    assertThat(trial.dropped(2, FOUR).path()).doesNotExist();
    assertThat(said).anyMatch(line -> line.contains("noisy, measured again (1 of at most 2)"));
    assertThat(addedSeconds).isPositive();
  }

  @Test
  void noMoreStepsAreRepeatedThanThePlanAllows() throws Exception {
    run(1, 1, 4, 6);
    assertThat(judged).as(said.toString()).containsExactly("2", "4", "6", "2");
    assertThat(isNoisy(trial.dropped(1, TWO))).isTrue();
    assertThat(isNoisy(trial.step(TWO))).isTrue();
    assertThat(isNoisy(trial.step(SIX))).isTrue();
    assertThat(trial.dropped(1, SIX).path()).doesNotExist();
  }
}
