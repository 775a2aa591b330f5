package dev.tierbench.report.compare;

import dev.tierbench.metrics.Better;
import dev.tierbench.metrics.Measurements;
import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.metric.Roles;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.report.stats.SamplePair;
import dev.tierbench.run.Cell;
import dev.tierbench.run.Parameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/** Lays out the rows that a comparison needs. */
record Rows(Side sideA, Side sideB, ComparisonOptions options) {

  private static final double NEGLIGIBLE_CALLS = 0.01;

  List<UntestedRow> of(List<SubjectPair> pairs) {
    List<UntestedRow> rows = new ArrayList<>();
    for (SubjectPair pair : pairs) {
      switch (options.by()) {
        case SUBJECT -> rows.addAll(bySubject(pair));
        case CELL -> common(pair).forEach(at -> rows.addAll(byCell(pair, at)));
        case ROLE -> chosen(pair).forEach(at -> rows.addAll(byRole(pair, at)));
        case SYSCALL -> chosen(pair).forEach(at -> rows.addAll(bySyscall(pair, at)));
        case FRAME ->
            chosen(pair)
                .forEach(at ->
                    rows.addAll(
                        new FrameRows(a(), b(), options.role())
                            .of(pair, at, HostDifference.of(sideA, sideB, pair, List.of(at)))));
      }
    }
    return rows;
  }

  private List<UntestedRow> byCell(SubjectPair pair, Parameters at) {
    return options.metrics().stream()
        .map(metric ->
            new UntestedRow(
                key(metric, pair).at(at),
                pair(pair, at, step -> step.value(metric), metric),
                Optional.of(metric),
                host(pair, List.of(at), metric)))
        .toList();
  }

  private List<UntestedRow> bySubject(SubjectPair pair) {
    List<Parameters> cells = common(pair);
    return options.metrics().stream()
        .map(metric ->
            new UntestedRow(
                key(metric, pair),
                new SamplePair(
                    GeometricMeans.of(a(), pair.a(), cells, metric),
                    GeometricMeans.of(b(), pair.b(), cells, metric),
                    metric.better(),
                    metric.negligible()),
                Optional.of(metric),
                host(pair, cells, metric)))
        .toList();
  }

  private List<UntestedRow> byRole(SubjectPair pair, Parameters at) {
    List<UntestedRow> rows = new ArrayList<>();
    for (String role : roles(pair, at)) {
      for (Metric metric : Metrics.ofRole()) {
        rows.add(
            new UntestedRow(
                key(metric, pair).at(at).ofRole(role),
                pair(pair, at, step -> step.measurements().ofRole(role, metric), metric),
                Optional.empty(),
                host(pair, List.of(at), metric)));
      }
    }
    return rows;
  }

  private List<UntestedRow> bySyscall(SubjectPair pair, Parameters at) {
    List<UntestedRow> rows = new ArrayList<>();
    List<Step> steps = steps(pair, at).toList();
    for (String role : roles(pair, at)) {
      for (String syscall : Roles.syscalls(steps, role)) {
        SamplePair calls =
            new SamplePair(
                Samples.of(a().steps(new Cell(pair.a(), at)), step -> calls(step, role, syscall)),
                Samples.of(b().steps(new Cell(pair.b(), at)), step -> calls(step, role, syscall)),
                Better.LOWER,
                NEGLIGIBLE_CALLS);
        RowKey key = RowKey.of("calls, /" + a().operation(), pair.label());
        rows.add(
            new UntestedRow(key.at(at).ofRole(role).ofSyscall(syscall), calls, Optional.empty()));
      }
    }
    return rows;
  }

  private Run a() {
    return sideA.run();
  }

  private Run b() {
    return sideB.run();
  }

  private Optional<HostDifference> host(SubjectPair pair, List<Parameters> cells, Metric metric) {
    return metric.isOfSpeed() ? HostDifference.of(sideA, sideB, pair, cells) : Optional.empty();
  }

  private static Optional<Double> calls(Step step, String role, String syscall) {
    return step.measurements().callsPerOp(role, syscall);
  }

  private RowKey key(Metric metric, SubjectPair pair) {
    return RowKey.of(metric.title(a().operation()), pair.label());
  }

  private SamplePair pair(
      SubjectPair pair, Parameters at, Function<Step, Optional<Double>> value, Metric metric) {
    return new SamplePair(
        Samples.of(a().steps(new Cell(pair.a(), at)), value),
        Samples.of(b().steps(new Cell(pair.b(), at)), value),
        metric.better(),
        metric.negligible());
  }

  private List<String> roles(SubjectPair pair, Parameters at) {
    return Stream.concat(
            Stream.of(Measurements.ENTIRE_JVM), Roles.of(steps(pair, at).toList()).stream())
        .filter(role -> options.role().map(role::equals).orElse(true))
        .toList();
  }

  private Stream<Step> steps(SubjectPair pair, Parameters at) {
    return Stream.concat(
        a().steps(new Cell(pair.a(), at)).stream(), b().steps(new Cell(pair.b(), at)).stream());
  }

  /** The parameters at which both sides have a valid trial. */
  private List<Parameters> common(SubjectPair pair) {
    TreeSet<Parameters> common = new TreeSet<>(valid(a(), pair.a()));
    common.retainAll(valid(b(), pair.b()));
    common.removeIf(at -> !options.covers(at));
    return List.copyOf(common);
  }

  private List<Parameters> chosen(SubjectPair pair) {
    List<Parameters> common = common(pair);
    return options.wanted().isEmpty() && !common.isEmpty() ? List.of(common.getLast()) : common;
  }

  private static List<Parameters> valid(Run run, String subject) {
    return run.steps().stream()
        .filter(step -> step.subject().equals(subject) && step.isValid())
        .map(Step::parameters)
        .toList();
  }
}
