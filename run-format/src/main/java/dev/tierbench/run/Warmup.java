package dev.tierbench.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How the server of a trial was warmed up: {@code warmup.json}; one run per JVM of the trial. */
public record Warmup(String schema, List<Run> runs) {

  public static final String SCHEMA = "tierbench/warmup/1";

  public Warmup {
    runs = List.copyOf(runs);
  }

  public static Warmup none() {
    return new Warmup(SCHEMA, List.of());
  }

  /** The run that prepared the JVM on which the step of that level was measured. */
  public Optional<Run> before(int level) {
    return runs.reversed().stream().filter(run -> run.levels().contains(level)).findFirst();
  }

  public Warmup with(Run run) {
    List<Run> more = new ArrayList<>(runs);
    more.add(run);
    return new Warmup(schema, more);
  }

  /** The same, with the level noted as measured on the JVM of the last run. */
  public Warmup usedFor(int level) {
    List<Run> more = new ArrayList<>(runs);
    more.add(more.removeLast().usedFor(level));
    return new Warmup(schema, more);
  }

  /**
   * The warm-up of one JVM.
   *
   * @param reason why there is a fresh JVM
   * @param settled throughput flat and JIT idle; false when the cap ended the warm-up
   * @param levels the steps that were measured on this JVM
   */
  public record Run(
      String reason,
      String startedAt,
      int concurrency,
      boolean settled,
      String outcome,
      List<Burst> bursts,
      List<Integer> levels) {
    public Run {
      bursts = List.copyOf(bursts);
      levels = List.copyOf(levels);
    }

    Run usedFor(int level) {
      List<Integer> more = new ArrayList<>(levels);
      more.add(level);
      return new Run(reason, startedAt, concurrency, settled, outcome, bursts, more);
    }
  }

  /**
   * One burst of load.
   *
   * @param jitShare CPU of the server's JIT threads over the length of the burst; empty when it
   *     could not be read
   */
  public record Burst(
      double seconds, double throughputRps, long failed, Optional<Double> jitShare) {}
}
