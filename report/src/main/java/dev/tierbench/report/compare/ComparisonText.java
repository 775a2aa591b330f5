package dev.tierbench.report.compare;

import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.stats.BootstrapMedian;
import dev.tierbench.report.stats.Conclusion;
import dev.tierbench.report.stats.DifferenceResult;
import dev.tierbench.report.stats.Reach;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.run.file.TerminalText;
import dev.tierbench.run.file.TextTable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A comparison for people, in the manner of benchstat. */
public final class ComparisonText {

  private static final List<String> HEAD =
      List.of("verdict", "metric", "of", "A", "±", "B", "±", "B/A", "interval", "noise", "p", "n");

  static final String SHARED_CORES =
      "Tiers shared cores, as asked: of a saturated step these are values of the host's scheduler,"
          + " not of a server.";

  private ComparisonText() {}

  static List<String> of(Comparison comparison) {
    List<String> lines = new ArrayList<>();
    lines.add("A: " + TerminalText.line(comparison.a().text()));
    lines.add("B: " + TerminalText.line(comparison.b().text()));
    lines.add("");
    list(
        lines,
        "Besides the values, A and B differ in:",
        comparison.differences().stream().map(SetupDifference::line).toList());
    list(
        lines,
        "Not compared:",
        comparison.missingCounterparts().stream()
            .filter(missing -> !missing.compared())
            .map(missing -> TerminalText.line(missing.line()))
            .toList());
    list(
        lines,
        "Trials lost, so that the values are those of survivors:",
        comparison.missingCounterparts().stream()
            .filter(missing -> missing.compared() && missing.metric().isEmpty())
            .map(missing -> TerminalText.line(missing.line()))
            .toList());
    list(
        lines,
        "Values lost, since valid trials without one did worse than any with one:",
        comparison.missingCounterparts().stream()
            .filter(missing -> missing.metric().isPresent())
            .map(missing -> TerminalText.line(missing.line()))
            .toList());
    list(
        lines,
        "Speed of the host around the valid steps, medians of its probe:",
        comparison.hostSpeed().stream().map(host -> TerminalText.line(host.line())).toList());
    if (comparison.onSharedCores()) {
      lines.add(SHARED_CORES);
      lines.add("");
    }
    if (comparison.rows().isEmpty()) {
      lines.add("Nothing to compare: no value that a valid step of either side has.");
      return lines;
    }
    lines.addAll(table(comparison.rows()).text());
    lines.add("");
    String counts = String.join(", ", counts(comparison.rows()));
    lines.add(counts + " of " + comparison.rows().size() + " rows.");
    lines.add(explanation(comparison));
    if (comparison.options().by() != GroupBy.FRAME
        && hasProfiles(comparison.a().run())
        && hasProfiles(comparison.b().run())) {
      lines.add("Both sides have profiles: --by frame names the frames that differ.");
    }
    return lines;
  }

  private static boolean hasProfiles(Run run) {
    return run.steps().stream().anyMatch(step -> step.http().profile().isPresent());
  }

  private static void list(List<String> lines, String head, List<String> entries) {
    if (entries.isEmpty()) {
      return;
    }
    lines.add(head);
    lines.add("");
    entries.forEach(entry -> lines.add("  " + entry));
    lines.add("");
  }

  static TextTable table(List<Row> rows) {
    boolean noise = rows.stream().anyMatch(row -> row.noise().isPresent());
    TextTable table = new TextTable(HEAD, rows.stream().map(ComparisonText::cells).toList());
    return noise ? table : table.without("noise");
  }

  private static List<String> cells(Row row) {
    DifferenceResult result = row.result();
    return List.of(
        verdict(result),
        row.key().metric(),
        TerminalText.line(row.key().label()),
        Numbers.of(row.a().middle()),
        plusMinus(row.a()),
        Numbers.of(row.b().middle()),
        plusMinus(row.b()),
        result.ratio().map(Numbers::factor).orElse(Numbers.NOT_MEASURED),
        result
            .interval()
            .map(i -> String.format(Locale.ROOT, "%.2f–%.2f", i.low(), i.high()))
            .orElse(Numbers.NOT_MEASURED),
        row.noise().map(share -> "±" + Numbers.percent(share)).orElse(Numbers.NOT_MEASURED),
        result
            .adjusted()
            .map(p -> p < 0.001 ? "<0.001" : String.format(Locale.ROOT, "%.3f", p))
            .orElse(Numbers.NOT_MEASURED),
        row.trials().text(row.a().size(), row.b().size()));
  }

  /** The conclusion, and what stands behind one that is none. */
  static String verdict(DifferenceResult result) {
    return result.conclusion().label()
        + result.reason().map(reason -> " (" + overruled(result) + reason + ")").orElse("")
        + result.reach().map(reach -> " (" + reach(reach) + ")").orElse("");
  }

  private static String reach(Reach reach) {
    String told =
        reach
            .leastTold()
            .map(least -> "tells " + Numbers.percent(least) + "; ")
            .orElse("does not tell; ");
    boolean hopeless = reach.toDecide() >= Reach.MOST;
    return told + (hopeless ? "1,000 or more" : "~" + reach.toDecide()) + " trials";
  }

  private static String overruled(DifferenceResult result) {
    return result.overruled().map(found -> found.label() + " by the trials, but ").orElse("");
  }

  /** The farther end of the interval, in percent of the median. */
  private static String plusMinus(Sample sample) {
    return BootstrapMedian.interval(sample)
        .filter(interval -> sample.median() > 0)
        .map(i -> Math.max(i.high() / sample.median() - 1, 1 - i.low() / sample.median()))
        .map(share -> Numbers.percent(share))
        .orElse(Numbers.NOT_MEASURED);
  }

  /** How many rows came to each conclusion, of those that any came to. */
  static List<String> counts(List<Row> rows) {
    Map<Conclusion, Long> counts = new EnumMap<>(Conclusion.class);
    rows.forEach(row -> counts.merge(row.result().conclusion(), 1L, Long::sum));
    return counts.entrySet().stream()
        .map(count -> count.getValue() + " " + count.getKey().label())
        .toList();
  }

  /** What the numbers of a table are, and from where on one is a finding. */
  public static String explanation(Comparison comparison) {
    String threshold = Numbers.percent(comparison.options().threshold());
    return "Medians of trials with 95 % bootstrap intervals (±: of up to 5 trials the least and the"
        + " most). "
        + comparison
            .levelOfRounds()
            .map(level -> ofRounds(level, threshold))
            .orElseGet(() -> ofTrials(threshold))
        + " Behind inconclusive stands the least difference that these trials"
        + " tell, and about how many would decide, both in 4 of 5 comparisons.";
  }

  private static String ofRounds(double level, String threshold) {
    return "B/A is the geometric mean of the ratios within rounds, with its interval of "
        + Numbers.confidence(level)
        + " by Student's t. Better or worse where it is beyond "
        + threshold
        + " and the t test, corrected for the rows (Benjamini-Hochberg), rejects at that level that"
        + " there is no difference; rows with a value of 0 have no such ratio and are compared as"
        + " those of trials.";
  }

  private static String ofTrials(String threshold) {
    return "B/A is the ratio of the medians, with its interval likewise (of up to 3 trials a side the"
        + " least and the most of two trials). Better or worse where all of that is beyond "
        + threshold
        + " and Welch's test agrees, corrected for the rows (Benjamini-Hochberg).";
  }
}
