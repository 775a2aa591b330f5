package dev.tierbench.run.record;

import dev.tierbench.run.Parameters;
import dev.tierbench.run.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** How the server of a trial was warmed up: {@code warmup.json}; one run per JVM of the trial. */
public record Warmup(String schema, List<Run> runs) {

  public static final String SCHEMA = "tierbench/warmup/1";

  public Warmup {
    runs = List.copyOf(runs);
  }

  public static Warmup none() {
    return new Warmup(SCHEMA, List.of());
  }

  /** The run that prepared the JVM on which the step of that cell was measured. */
  public Optional<Run> before(Parameters cell) {
    return runs.reversed().stream().filter(run -> run.cells().contains(cell)).findFirst();
  }

  /**
   * The most requests at a time that the JVM of the step of that cell had before it was measured
   * for the last time; empty when its warm-up is not known, or it had a load without such a number.
   */
  public Optional<Integer> mostBefore(Parameters cell) {
    return before(cell).flatMap(run -> run.mostBefore(cell));
  }

  public Warmup with(Run run) {
    return new Warmup(schema, Stream.concat(runs.stream(), Stream.of(run)).toList());
  }

  /** The same, with the cell noted as measured on the JVM of the last run. */
  public Warmup usedFor(Parameters cell) {
    List<Run> more = new ArrayList<>(runs);
    more.add(more.removeLast().usedFor(cell));
    return new Warmup(schema, more);
  }

  /**
   * The warm-up of one JVM.
   *
   * @param reason why there is a fresh JVM
   * @param settled compilers idle and the top level steady; false when a cap ended either stage
   * @param cells the steps that were measured on this JVM
   */
  public record Run(
      String reason,
      String startedAt,
      boolean settled,
      String outcome,
      List<Stage> stages,
      List<Parameters> cells) {
    public Run {
      stages = List.copyOf(stages);
      cells = List.copyOf(cells);
    }

    private Optional<Integer> mostBefore(Parameters cell) {
      List<Parameters> earlier = cells.subList(0, cells.lastIndexOf(cell));
      List<Integer> levels =
          earlier.stream().flatMap(any -> any.number(Parameters.CONCURRENCY).stream()).toList();
      Stream<Integer> warm =
          stages.stream().filter(stage -> stage.tier() == Tier.SERVER).map(Stage::concurrency);
      return levels.size() < earlier.size()
          ? Optional.empty()
          : Stream.concat(warm, levels.stream()).max(Integer::compare).or(() -> Optional.of(0));
    }

    Run usedFor(Parameters cell) {
      List<Parameters> more = Stream.concat(cells.stream(), Stream.of(cell)).toList();
      return new Run(reason, startedAt, settled, outcome, stages, more);
    }
  }

  /**
   * One load of a warm-up.
   *
   * @param tier that it warmed up: the server, or echo when that was fresh, too
   * @param workload the query of each request; empty without one
   * @param cores that the tier could use meanwhile; empty when it was gone
   * @param settled whether it ended before its cap
   * @param seconds one after the other
   */
  public record Stage(
      Tier tier,
      int concurrency,
      Optional<String> workload,
      Optional<String> cores,
      boolean settled,
      List<Slice> seconds) {
    public Stage {
      seconds = List.copyOf(seconds);
    }
  }

  /**
   * A slice of load, usually of a second.
   *
   * @param cpuUsPerRequest CPU of the tier per request; empty when it could not be read
   * @param jitPercent CPU of its JIT compilers, of one core; empty likewise
   */
  public record Slice(
      double seconds,
      double throughputRps,
      long failed,
      Optional<Double> cpuUsPerRequest,
      Optional<Double> jitPercent) {}
}
