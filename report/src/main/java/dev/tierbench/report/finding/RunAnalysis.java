package dev.tierbench.report.finding;

import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.compare.Comparison;
import dev.tierbench.report.compare.ComparisonOptions;
import dev.tierbench.report.compare.GroupBy;
import dev.tierbench.report.compare.Side;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.SideBySide;
import dev.tierbench.report.metric.NoiseFloor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A run with what is worked out of it once, for its page and its answer.
 *
 * @param noise of the host
 * @param comparisons every subject against every other, all rows corrected together; after them
 *     those with an A/A control, which are no findings, together as well
 */
public record RunAnalysis(Run run, NoiseFloor noise, List<Comparison> comparisons) {

  public RunAnalysis {
    comparisons = List.copyOf(comparisons);
  }

  public static RunAnalysis of(Run run) {
    return of(run, NoiseFloor.of(run), subject -> run);
  }

  /**
   * Both sides of a comparison as one run, the subjects of each with a prefix. A side is tested as
   * in the comparison: by its threshold, and with the level and the control of its own run.
   */
  public static RunAnalysis ofBoth(Comparison comparison, String prefixOfA, String prefixOfB) {
    Side a = comparison.a().prefixed(prefixOfA);
    Side b = comparison.b().prefixed(prefixOfB);
    Run both =
        new SideBySide(
                comparison.a().run(),
                prefixOfA,
                comparison.b().run(),
                prefixOfB,
                comparison.options().threshold())
            .run();
    List<String> ofA = a.run().subjects();
    return of(
        both, a.noise().or(b.noise()), subject -> ofA.contains(subject) ? a.entire() : b.entire());
  }

  /**
   * Analysis of a run.
   *
   * @param measuredIn the run that a subject was measured in, under the same name
   */
  private static RunAnalysis of(Run run, NoiseFloor noise, Function<String, Run> measuredIn) {
    ComparisonOptions options =
        new ComparisonOptions(
            GroupBy.CELL, Metrics.main(run.kind()), Map.of(), Optional.empty(), run.threshold());
    List<Side> sides =
        run.subjects().stream()
            .map(subject -> Side.ofServer(subject, measuredIn.apply(subject), subject, noise))
            .toList();
    List<Comparison.Sides> compared = new ArrayList<>();
    List<Comparison.Sides> controlled = new ArrayList<>();
    for (int i = 0; i < sides.size(); i++) {
      for (int j = i + 1; j < sides.size(); j++) {
        Comparison.Sides pair = new Comparison.Sides(sides.get(i), sides.get(j));
        (pair.isOfControl() ? controlled : compared).add(pair);
      }
    }
    return new RunAnalysis(
        run,
        noise,
        Stream.of(compared, controlled)
            .flatMap(pairs -> Comparison.ofAll(pairs, options).stream())
            .toList());
  }
}
