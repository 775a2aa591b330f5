package dev.tierbench.sweep.trial;

import dev.tierbench.run.Plan.WarmupPlan;
import dev.tierbench.run.Warmup.Slice;
import dev.tierbench.run.Warmup.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Warms a fresh JVM up: load below saturation with all cores, on which the compilers find room,
 * until they are idle; then the server's own cores, and the top level once until it is steady.
 */
record WarmUp(WarmupPlan plan, int topLevel) {

  /** The server that is warmed up. */
  interface Server {
    /** Puts load on it until that state, or for that long. */
    Stage load(int concurrency, double capSeconds, SteadyState until)
        throws StepFault, InterruptedException;

    /** Moves it to the cores that the plan holds it to. */
    void hold() throws StepFault, InterruptedException;
  }

  /** How the warm-up went. */
  record Outcome(boolean settled, String description, List<Stage> stages) {}

  Outcome run(Server server) throws StepFault, InterruptedException {
    if (plan.capSeconds() <= 0) {
      server.hold();
      return new Outcome(false, "no warm-up, as asked", List.of());
    }
    List<Stage> stages = new ArrayList<>();
    stages.add(server.load(plan.concurrency(), plan.capSeconds(), SteadyState.BELOW_SATURATION));
    server.hold();
    if (plan.topCapSeconds() > 0) {
      stages.add(server.load(topLevel, plan.topCapSeconds(), SteadyState.AT_LEVEL));
    }
    boolean settled = stages.stream().allMatch(Stage::settled);
    List<String> descriptions = stages.stream().map(WarmUp::describe).toList();
    return new Outcome(settled, String.join("; ", descriptions), stages);
  }

  private static String describe(Stage stage) {
    double seconds = stage.seconds().stream().mapToDouble(Slice::seconds).sum();
    String jit =
        stage.seconds().isEmpty()
            ? "not measured"
            : stage
                .seconds()
                .getLast()
                .jitPercent()
                .map(percent -> String.format(Locale.ROOT, "%.0f %% of a core", percent))
                .orElse("not measured");
    return String.format(
        Locale.ROOT,
        "%s after %.0f s at %d%s (JIT %s)",
        stage.settled() ? "settled" : "cap reached",
        seconds,
        stage.concurrency(),
        stage.cores().map(cores -> " on cores " + cores).orElse(""),
        jit);
  }
}
