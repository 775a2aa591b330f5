package dev.tierbench.report.compare;

import dev.tierbench.report.folder.Cell;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.metric.Roles;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.report.stats.Better;
import dev.tierbench.report.stats.Pair;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.run.Counter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/** Lays out the rows that a question asks for. */
record Rows(Run a, Run b, Question question) {

  private static final double NEGLIGIBLE_CALLS = 0.01;
  private static final double NEGLIGIBLE_MICROS = 0.1;

  List<Questioned> of(List<ServerPair> pairs) {
    List<Questioned> rows = new ArrayList<>();
    for (ServerPair pair : pairs) {
      switch (question.by()) {
        case SERVER -> rows.addAll(byServer(pair));
        case LEVEL -> commonLevels(pair).forEach(level -> rows.addAll(byLevel(pair, level)));
        case ROLE -> topLevels(pair).forEach(level -> rows.addAll(byRole(pair, level)));
        case SYSCALL -> topLevels(pair).forEach(level -> rows.addAll(bySyscall(pair, level)));
      }
    }
    return rows;
  }

  private List<Questioned> byLevel(ServerPair pair, int level) {
    return question.metrics().stream()
        .map(metric ->
            new Questioned(
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

  private List<Questioned> byServer(ServerPair pair) {
    List<Integer> levels = commonLevels(pair);
    return question.metrics().stream()
        .map(metric ->
            new Questioned(
                new RowKey(
                    metric.title(),
                    pair.label(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty()),
                new Pair(
                    GeometricMeans.of(a, pair.a(), levels, metric),
                    GeometricMeans.of(b, pair.b(), levels, metric),
                    metric.better(),
                    metric.negligible()),
                Optional.of(metric)))
        .toList();
  }

  private List<Questioned> byRole(ServerPair pair, int level) {
    List<Questioned> rows = new ArrayList<>();
    for (String role : roles(pair, level)) {
      for (Counter counter : Roles.COUNTERS) {
        rows.add(
            new Questioned(
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

  private List<Questioned> bySyscall(ServerPair pair, int level) {
    List<Questioned> rows = new ArrayList<>();
    List<Step> steps = steps(pair, level).toList();
    for (String role : roles(pair, level)) {
      for (String syscall : Roles.syscalls(steps, role)) {
        rows.add(
            new Questioned(
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

  private Pair pair(
      ServerPair servers,
      int level,
      Function<Step, Optional<Double>> figure,
      Better better,
      double negligible) {
    Sample ofA = Samples.of(a, new Cell(servers.a(), level), figure);
    Sample ofB = Samples.of(b, new Cell(servers.b(), level), figure);
    return new Pair(ofA, ofB, better, negligible);
  }

  private List<String> roles(ServerPair pair, int level) {
    return Stream.concat(
            Stream.of(Roles.ENTIRE_JVM), Roles.of(steps(pair, level).toList()).stream())
        .filter(role -> question.role().map(role::equals).orElse(true))
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
    if (!question.levels().isEmpty()) {
      levels.retainAll(question.levels());
    }
    return List.copyOf(levels);
  }

  private List<Integer> topLevels(ServerPair pair) {
    List<Integer> levels = commonLevels(pair);
    return question.levels().isEmpty() && !levels.isEmpty() ? List.of(levels.getLast()) : levels;
  }

  private static List<Integer> levels(Run run, String server) {
    return run.steps().stream()
        .filter(step -> step.server().equals(server) && step.isValid())
        .map(Step::level)
        .toList();
  }
}
