package dev.tierbench.report.compare;

import dev.tierbench.report.folder.Cell;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.metric.Roles;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.report.stats.Better;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.report.stats.SamplePair;
import dev.tierbench.run.Counter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/** Lays out the rows that a comparison needs. */
record Rows(Run a, Run b, ComparisonOptions options) {

  private static final double NEGLIGIBLE_CALLS = 0.01;
  private static final double NEGLIGIBLE_MICROS = 0.1;

  List<UntestedRow> of(List<ServerPair> pairs) {
    List<UntestedRow> rows = new ArrayList<>();
    for (ServerPair pair : pairs) {
      switch (options.by()) {
        case SERVER -> rows.addAll(byServer(pair));
        case LEVEL -> commonLevels(pair).forEach(level -> rows.addAll(byLevel(pair, level)));
        case ROLE -> topLevels(pair).forEach(level -> rows.addAll(byRole(pair, level)));
        case SYSCALL -> topLevels(pair).forEach(level -> rows.addAll(bySyscall(pair, level)));
      }
    }
    return rows;
  }

  private List<UntestedRow> byLevel(ServerPair pair, int level) {
    return options.metrics().stream()
        .map(metric ->
            new UntestedRow(
                new RowKey(
                    metric.title(),
                    pair.label(),
                    Optional.of(level),
                    Optional.empty(),
                    Optional.empty()),
                pair(pair, level, metric::of, metric.better(), metric.negligible()),
                Optional.of(metric)))
        .toList();
  }

  private List<UntestedRow> byServer(ServerPair pair) {
    List<Integer> levels = commonLevels(pair);
    return options.metrics().stream()
        .map(metric ->
            new UntestedRow(
                new RowKey(
                    metric.title(),
                    pair.label(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty()),
                new SamplePair(
                    GeometricMeans.of(a, pair.a(), levels, metric),
                    GeometricMeans.of(b, pair.b(), levels, metric),
                    metric.better(),
                    metric.negligible()),
                Optional.of(metric)))
        .toList();
  }

  private List<UntestedRow> byRole(ServerPair pair, int level) {
    List<UntestedRow> rows = new ArrayList<>();
    for (String role : roles(pair, level)) {
      for (Counter counter : Roles.COUNTERS) {
        rows.add(
            new UntestedRow(
                new RowKey(
                    Roles.title(counter),
                    pair.label(),
                    Optional.of(level),
                    Optional.of(role),
                    Optional.empty()),
                pair(
                    pair,
                    level,
                    step -> Roles.perRequest(step, role, counter),
                    Better.LOWER,
                    Roles.isTime(counter) ? NEGLIGIBLE_MICROS : NEGLIGIBLE_CALLS),
                Optional.empty()));
      }
    }
    return rows;
  }

  private List<UntestedRow> bySyscall(ServerPair pair, int level) {
    List<UntestedRow> rows = new ArrayList<>();
    List<Step> steps = steps(pair, level).toList();
    for (String role : roles(pair, level)) {
      for (String syscall : Roles.syscalls(steps, role)) {
        rows.add(
            new UntestedRow(
                new RowKey(
                    "calls, /req",
                    pair.label(),
                    Optional.of(level),
                    Optional.of(role),
                    Optional.of(syscall)),
                pair(
                    pair,
                    level,
                    step -> Roles.callsPerRequest(step, role, syscall),
                    Better.LOWER,
                    NEGLIGIBLE_CALLS),
                Optional.empty()));
      }
    }
    return rows;
  }

  private SamplePair pair(
      ServerPair servers,
      int level,
      Function<Step, Optional<Double>> figure,
      Better better,
      double negligible) {
    Sample ofA = Samples.of(a, new Cell(servers.a(), level), figure);
    Sample ofB = Samples.of(b, new Cell(servers.b(), level), figure);
    return new SamplePair(ofA, ofB, better, negligible);
  }

  private List<String> roles(ServerPair pair, int level) {
    return Stream.concat(
            Stream.of(Roles.ENTIRE_JVM), Roles.of(steps(pair, level).toList()).stream())
        .filter(role -> options.role().map(role::equals).orElse(true))
        .toList();
  }

  private Stream<Step> steps(ServerPair pair, int level) {
    return Stream.concat(
        a.steps(new Cell(pair.a(), level)).stream(), b.steps(new Cell(pair.b(), level)).stream());
  }

  /** The levels at which both sides have a valid trial. */
  private List<Integer> commonLevels(ServerPair pair) {
    TreeSet<Integer> levels = new TreeSet<>(levels(a, pair.a()));
    levels.retainAll(levels(b, pair.b()));
    if (!options.levels().isEmpty()) {
      levels.retainAll(options.levels());
    }
    return List.copyOf(levels);
  }

  private List<Integer> topLevels(ServerPair pair) {
    List<Integer> levels = commonLevels(pair);
    return options.levels().isEmpty() && !levels.isEmpty() ? List.of(levels.getLast()) : levels;
  }

  private static List<Integer> levels(Run run, String server) {
    return run.steps().stream()
        .filter(step -> step.server().equals(server) && step.isValid())
        .map(Step::level)
        .toList();
  }
}
