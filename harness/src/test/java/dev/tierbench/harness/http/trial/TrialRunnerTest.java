package dev.tierbench.harness.http.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.harness.Plans;
import dev.tierbench.harness.http.sample.MeasuredHosts;
import dev.tierbench.harness.preflight.Installation;
import dev.tierbench.harness.preflight.JvmOptions;
import dev.tierbench.harness.run.Defect;
import dev.tierbench.harness.run.SilentProgress;
import dev.tierbench.harness.run.step.JudgedStep;
import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.harness.tier.TierLauncher;
import dev.tierbench.observer.host.child.ChildLauncher;
import dev.tierbench.observer.measured.LocalHost;
import dev.tierbench.rules.Rules;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Plan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrialRunnerTest {

  @TempDir Path folder;
  private final List<JudgedStep> judged = new ArrayList<>();

  /** Starts nothing, by a fault of its own. */
  private record Faulty(Supplier<RunningTier> fault) implements TierLauncher {
    @Override
    public RunningTier backend(Path log) {
      return fault.get();
    }

    @Override
    public RunningTier server(String server, Path log) {
      return fault.get();
    }

    @Override
    public void finish() {}
  }

  private void run(Supplier<RunningTier> fault) throws InterruptedException {
    Plan.Pinning pinning = new Plan.Pinning(Plan.Pinning.OFF, Map.of(), "");
    HttpPlan plan =
        Plans.sweep(
            List.of("tomcat-platform"),
            List.of(2, 4),
            pinning,
            Map.of("echo", 17_291, "tomcat-platform", 17_290),
            JvmOptions.byTier("64m", pinning, false));
    TierCommands commands = new TierCommands(new Installation(folder, folder), plan);
    try (LocalHost host = new LocalHost("")) {
      BenchMaker benches =
          new BenchMaker(
              new RunFolder(folder),
              new ChildLauncher(),
              new Faulty(fault),
              commands,
              Optional.empty(),
              Optional.empty(),
              new SilentProgress());
      new TrialRunner(benches, new MeasuredHosts(host, Map.of(), List.of()))
          .run(plan.order().getFirst(), plan.cells().iterator(), judged::add);
    }
  }

  @Test
  void anErrorOfTheProgramFailsItsStepAndTheNextIsTried() throws InterruptedException {
    run(() -> {
      throw new IllegalStateException("planted");
    });
    assertThat(judged)
        .hasSize(2)
        .allSatisfy(step -> {
          assertThat(Rules.isFault(step.checks())).isTrue();
          assertThat(step.checks().checks().getFirst().message())
              .contains("an error of the program, java.lang.IllegalStateException: planted")
              .doesNotContain("\n");
          assertThat(step.step().checks()).exists();
        });
    assertThat(folder.resolve(Defect.FILE))
        .content()
        .contains("IllegalStateException: planted", "\tat ");
  }

  @Test
  void withoutMemoryNoOtherStepIsTried() {
    assertThatThrownBy(() ->
            run(() -> {
              throw new OutOfMemoryError("planted");
            }))
        .isInstanceOf(OutOfMemoryError.class);
    assertThat(judged).isEmpty();
    assertThat(new RunFolder(folder).trials())
        .isDirectoryRecursivelyContaining("glob:**/checks.json");
  }
}
