package dev.tierbench.report.compare;

import dev.tierbench.report.metric.NoiseFloor;
import dev.tierbench.report.stats.Conclusion;
import dev.tierbench.report.stats.DifferenceResult;
import dev.tierbench.report.stats.DifferenceTest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The differences between two sides.
 *
 * @param differences of host, JDK, plan or settings, that are known before any value
 * @param missingCounterparts what no row could be made of
 * @param hostSpeed how fast the host was around the steps of each pair of subjects that was probed
 * @param rows tested together, the worst first
 */
public record Comparison(
    Side a,
    Side b,
    ComparisonOptions options,
    List<SetupDifference> differences,
    List<MissingCounterpart> missingCounterparts,
    List<HostDifference> hostSpeed,
    List<Row> rows) {

  public Comparison {
    differences = List.copyOf(differences);
    missingCounterparts = List.copyOf(missingCounterparts);
    hostSpeed = List.copyOf(hostSpeed);
    rows = List.copyOf(rows);
  }

  /** Compares two sides; a pure function of what was read. */
  public static Comparison of(Side a, Side b, ComparisonOptions options) {
    List<SubjectPair> pairs = SubjectPair.of(a, b);
    RowLayout wanted = new RowLayout(a, b, options);
    List<UntestedRow> untested =
        pairs.stream().flatMap(wanted::of).filter(UntestedRow::isMeasured).toList();
    List<DifferenceResult> results =
        new DifferenceTest(options.threshold())
            .test(untested.stream().map(UntestedRow::pair).toList());
    NoiseFloor noise = a.noise().or(b.noise());
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < untested.size(); i++) {
      UntestedRow row = untested.get(i);
      DifferenceResult result = results.get(i);
      rows.add(
          new Row(
              row.key(),
              row.pair().a(),
              row.pair().b(),
              row.pair().isNegligible(),
              row.metric().flatMap(noise::of),
              row.host().map(host -> host.limits(result)).orElse(result)));
    }
    rows.sort(Row.WORST_FIRST);
    return new Comparison(
        a,
        b,
        options,
        SetupDifference.of(a, b, pairs),
        MissingCounterpart.of(a, b, pairs, options),
        HostDifference.of(a, b, pairs),
        rows);
  }

  /** Whether values of saturated steps are the host's scheduler's, on either side. */
  boolean onSharedCores() {
    return Stream.of(a, b).anyMatch(side -> side.run().manifest().pinning().sharingAsked());
  }

  /** Where A has a valid step, and B was tried and has none. */
  public List<MissingCounterpart> lost() {
    return missingCounterparts.stream().filter(MissingCounterpart::lost).toList();
  }

  public boolean anyWorse() {
    return rows.stream().anyMatch(row -> row.result().conclusion() == Conclusion.WORSE);
  }
}
