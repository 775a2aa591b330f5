package dev.tierbench.sweep.trial;

import dev.tierbench.run.Plan.WarmupPlan;
import dev.tierbench.run.Warmup.Burst;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Bursts of load with pauses between them until throughput is flat and the JIT idle. Pauses let
 * compilers catch up that many busy threads on few cores keep waiting.
 */
record WarmUp(WarmupPlan plan, Time time) {

  private static final double FLAT_PERCENT = 3;
  private static final double JIT_IDLE_PERCENT = 2;

  /** Compilers that use more of a pause than this share have a queue to work off. */
  private static final double CATCHING_UP = 0.1;

  /** How often a pause may be prolonged; the last one may end that much behind the cap. */
  static final int MOST_PAUSES = 5;

  /** The passing of time, so that a test need not wait for it. */
  interface Time {
    double seconds();

    void sleep(double seconds) throws InterruptedException;
  }

  /** The server that is warmed up. */
  interface Server {
    /** Puts load on it once. */
    Burst burst(double seconds) throws StepFault, InterruptedException;

    /** The CPU that its compilers used so far; empty when it cannot be read. */
    Optional<Long> jitNs();
  }

  /** How the warm-up went. */
  record Outcome(boolean settled, String words, List<Burst> bursts) {}

  Outcome run(Server server) throws StepFault, InterruptedException {
    double start = time.seconds();
    List<Burst> bursts = new ArrayList<>();
    while (time.seconds() - start + plan.burstSeconds() <= plan.capSeconds()) {
      bursts.add(server.burst(plan.burstSeconds()));
      if (isFlat(bursts) && isJitIdle(bursts)) {
        return new Outcome(true, "settled after " + describe(bursts, start), bursts);
      }
      pause(server);
    }
    if (bursts.isEmpty()) {
      return new Outcome(
          false, "no burst fits into the cap of " + plan.capSeconds() + " s", bursts);
    }
    String cap = String.format(Locale.ROOT, "cap of %.0f s reached after ", plan.capSeconds());
    return new Outcome(false, cap + describe(bursts, start), bursts);
  }

  /**
   * Lasts the idle time, and that again as long as the compilers are catching up: what they leave
   * undone they would do inside the first window.
   */
  private void pause(Server server) throws InterruptedException {
    boolean catchingUp = true;
    for (int i = 0; i < MOST_PAUSES && catchingUp; i++) {
      Optional<Long> before = server.jitNs();
      time.sleep(plan.idleSeconds());
      double used = before.flatMap(from -> server.jitNs().map(to -> (to - from) / 1e9)).orElse(0.0);
      catchingUp = used > CATCHING_UP * plan.idleSeconds();
    }
  }

  private static boolean isFlat(List<Burst> bursts) {
    return change(bursts).filter(percent -> Math.abs(percent) <= FLAT_PERCENT).isPresent();
  }

  private static boolean isJitIdle(List<Burst> bursts) {
    return bursts.getLast().jitShare().filter(share -> share * 100 < JIT_IDLE_PERCENT).isPresent();
  }

  /** By how many percent the last burst differs from the one before. */
  private static Optional<Double> change(List<Burst> bursts) {
    if (bursts.size() < 2) {
      return Optional.empty();
    }
    double before = bursts.get(bursts.size() - 2).throughputRps();
    return before <= 0
        ? Optional.empty()
        : Optional.of(100 * (bursts.getLast().throughputRps() - before) / before);
  }

  private String describe(List<Burst> bursts, double start) {
    String change =
        change(bursts)
            .map(percent -> String.format(Locale.ROOT, "last two differ by %+.1f %%", percent))
            .orElse("no two to compare");
    String jit =
        bursts
            .getLast()
            .jitShare()
            .map(share -> String.format(Locale.ROOT, "JIT %.1f %% of the last", share * 100))
            .orElse("JIT not measured");
    double took = time.seconds() - start;
    return String.format(
        Locale.ROOT, "%d bursts in %.0f s: %s, %s", bursts.size(), took, change, jit);
  }
}
