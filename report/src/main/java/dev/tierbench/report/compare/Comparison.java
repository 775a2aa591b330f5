package dev.tierbench.report.compare;

import dev.tierbench.metrics.Metric;
import dev.tierbench.report.metric.NoiseFloor;
import dev.tierbench.report.stats.Conclusion;
import dev.tierbench.report.stats.DifferenceResult;
import dev.tierbench.report.stats.DifferenceTest;
import dev.tierbench.report.stats.PairedRounds;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.plan.RoundPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The differences between two sides.
 *
 * @param differences of host, JDK, plan or settings, that are known before any value
 * @param missingCounterparts what no row could be made of, or only one of survivors
 * @param hostSpeed how fast the host was around the steps of each pair of subjects that was probed
 * @param rows tested together, the worst first
 * @param levelOfRounds of the tests of the ratios within rounds; empty where no row has any
 */
public record Comparison(
    Side a,
    Side b,
    ComparisonOptions options,
    List<SetupDifference> differences,
    List<MissingCounterpart> missingCounterparts,
    List<HostDifference> hostSpeed,
    List<Row> rows,
    Optional<Double> levelOfRounds) {

  public Comparison {
    differences = List.copyOf(differences);
    missingCounterparts = List.copyOf(missingCounterparts);
    hostSpeed = List.copyOf(hostSpeed);
    rows = List.copyOf(rows);
  }

  /** Two sides to be compared. */
  public record Sides(Side a, Side b) {

    /** Whether a side is an A/A control. */
    public boolean isOfControl() {
      return Stream.of(a, b).map(Side::text).anyMatch(Plan::isControl);
    }

    /** Ids of the metrics by which the run of the first side is decided; none of any other run. */
    private List<String> deciding() {
      return a.run().manifest().until().map(RoundPlan.Until::metrics).orElse(List.of());
    }

    private List<UntestedRow> untested(ComparisonOptions options) {
      RowLayout wanted = new RowLayout(a, b, options, a.run().level());
      return SubjectPair.of(a, b).stream()
          .flatMap(wanted::of)
          .filter(UntestedRow::isMeasured)
          .toList();
    }
  }

  /** Compares two sides; a pure function of what was read. */
  public static Comparison of(Side a, Side b, ComparisonOptions options) {
    return ofAll(List.of(new Sides(a, b)), options).getFirst();
  }

  /**
   * Compares every two sides that are shown together: their rows are corrected together. Those by
   * which a run is decided are so by themselves, whatever else is shown beside them.
   */
  public static List<Comparison> ofAll(List<Sides> all, ComparisonOptions options) {
    List<List<UntestedRow>> untested = all.stream().map(each -> each.untested(options)).toList();
    Set<String> deciding =
        all.stream().flatMap(sides -> sides.deciding().stream()).collect(Collectors.toSet());
    Map<UntestedRow, DifferenceResult> results = new HashMap<>();
    untested.stream()
        .flatMap(List::stream)
        .collect(Collectors.partitioningBy(row -> row.isOf(deciding)))
        .values()
        .forEach(family -> results.putAll(tested(family, options)));
    List<Comparison> comparisons = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      comparisons.add(of(all.get(i), options, untested.get(i), results));
    }
    return comparisons;
  }

  private static Map<UntestedRow, DifferenceResult> tested(
      List<UntestedRow> family, ComparisonOptions options) {
    Iterator<DifferenceResult> results =
        new DifferenceTest(options.threshold())
            .test(family.stream().map(UntestedRow::pair).toList())
            .iterator();
    Map<UntestedRow, DifferenceResult> byRow = new HashMap<>();
    family.forEach(row -> byRow.put(row, results.next()));
    return byRow;
  }

  private static Comparison of(
      Sides sides,
      ComparisonOptions options,
      List<UntestedRow> untested,
      Map<UntestedRow, DifferenceResult> results) {
    Side a = sides.a();
    Side b = sides.b();
    NoiseFloor noise = a.noise().or(b.noise());
    List<Row> rows = new ArrayList<>();
    for (UntestedRow row : untested) {
      rows.add(
          new Row(
              row.key(),
              row.pair().a(),
              row.pair().b(),
              row.trials(),
              row.pair().better(),
              row.pair().isNegligible(),
              row.metric().flatMap(noise::of),
              row.limited(results.get(row), options.threshold())));
    }
    rows.sort(Row.WORST_FIRST);
    List<SubjectPair> pairs = SubjectPair.of(a, b);
    return new Comparison(
        a,
        b,
        options,
        SetupDifference.of(a, b, pairs),
        Stream.concat(
                MissingCounterpart.of(a, b, pairs, options).stream(),
                untested.stream().flatMap(row -> row.lost().stream()))
            .toList(),
        HostDifference.of(a, b, pairs),
        rows,
        untested.stream()
            .flatMap(row -> row.pair().rounds().stream())
            .map(PairedRounds::level)
            .findFirst());
  }

  /** Whether values of saturated steps are the host's scheduler's, on either side. */
  boolean onSharedCores() {
    return Stream.of(a, b).anyMatch(side -> side.run().manifest().pinning().sharingAsked());
  }

  /** Whether a side is an A/A control: the comparison shows the noise and compares nothing. */
  public boolean isOfControl() {
    return new Sides(a, b).isOfControl();
  }

  /** Losses of B beside A: a subject, a cell, or too many trials or values of a cell. */
  public List<MissingCounterpart> lost() {
    return missingCounterparts.stream().filter(MissingCounterpart::lost).toList();
  }

  /** The rows that are worse by their trials, and may be the hosts'. */
  public List<Row> overruledWorse() {
    return rows.stream().filter(Row::isOverruledWorse).toList();
  }

  /** The rows that the trials do not decide, and those that one side did not measure. */
  public List<Row> open() {
    return rows.stream().filter(Row::isOpen).toList();
  }

  /** The rows that were to be decided and are not there, with those that B lost. */
  public List<MissingRow> missingRows() {
    return MissingRow.of(this);
  }

  /** Missing rows of which B lost nothing that A has: as undecided as an open row. */
  public List<MissingRow> openWithoutRow() {
    return missingRows().stream().filter(missing -> !missing.lost()).toList();
  }

  /** The metrics by which the run of A is decided, of those that rows of values are made of. */
  List<Metric> deciding() {
    List<String> ids = new Sides(a, b).deciding();
    return switch (options.by()) {
      case CELL, SUBJECT ->
          options.metrics().stream().filter(metric -> ids.contains(metric.id())).toList();
      case ROLE, SYSCALL, FRAME -> List.of();
    };
  }

  /**
   * Titles of the metrics that were to be compared and have no value on either side, without those
   * that {@link #missingRows} name.
   */
  List<String> metricsWithoutRow() {
    List<String> named =
        missingRows().stream().flatMap(missing -> missing.metric().stream()).toList();
    return options.by() == GroupBy.CELL
        ? options.metrics().stream()
            .map(metric -> metric.title(a.run().operation()))
            .filter(title -> rows.stream().noneMatch(row -> row.key().metric().equals(title)))
            .filter(title -> !named.contains(title))
            .toList()
        : List.of();
  }

  public boolean anyWorse() {
    return rows.stream().anyMatch(row -> row.result().conclusion() == Conclusion.WORSE);
  }
}
