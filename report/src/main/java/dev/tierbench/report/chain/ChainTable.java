package dev.tierbench.report.chain;

import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.stats.Interval;
import dev.tierbench.report.stats.LogRatio;
import dev.tierbench.run.file.Csv;
import dev.tierbench.run.file.TextTable;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The tables of a chain, one for each metric: the ratio in each run, and what its choice did. */
public final class ChainTable {

  private static final List<String> HEAD =
      List.of("run", "ratio", "interval", "change", "interval", "share", "valid");

  private ChainTable() {}

  /** The table of a metric; a last row has what is left of the first difference. */
  public static TextTable of(Chain.Line line) {
    Stream<List<String>> links = line.links().stream().map(link -> row(line, link));
    return new TextTable(HEAD, Stream.concat(links, left(line).stream()).toList());
  }

  /** The ratios of all metrics as CSV, a row for each run, with the ends of their intervals. */
  public static String csv(Chain chain) {
    Stream<String> columns =
        chain.lines().stream()
            .map(line -> line.metric().id())
            .flatMap(id -> Stream.of(id, id + "_min", id + "_max"));
    return Csv.format(
        Stream.concat(Stream.of("run", "valid"), columns).toList(),
        IntStream.range(0, chain.runs().size()).mapToObj(run -> cells(chain, run)).toList());
  }

  private static List<String> cells(Chain chain, int run) {
    List<Link> links = chain.lines().stream().map(line -> line.links().get(run)).toList();
    Stream<String> ratios =
        links.stream()
            .map(Link::ratio)
            .flatMap(ratio ->
                Stream.of(
                        ratio.map(LogRatio::ratio),
                        ratio.flatMap(LogRatio::interval).map(Interval::low),
                        ratio.flatMap(LogRatio::interval).map(Interval::high))
                    .map(ChainTable::number));
    return Stream.concat(
            Stream.of(
                Chain.label(chain.runs().get(run)),
                links.stream().findFirst().map(ChainTable::valid).orElse("")),
            ratios)
        .toList();
  }

  private static String number(Optional<Double> value) {
    return value.map(of -> String.format(Locale.ROOT, "%.6f", of)).orElse("");
  }

  private static String valid(Link link) {
    return "%d of %d".formatted(link.valid(), link.steps());
  }

  private static List<String> row(Chain.Line line, Link link) {
    return List.of(
        Chain.label(link.run()),
        factor(link.ratio()),
        interval(link.ratio()),
        factor(link.change()),
        interval(link.change()),
        line.share(link).map(ChainTable::percent).orElse(""),
        valid(link));
  }

  private static Optional<List<String>> left(Chain.Line line) {
    return line.left().map(share -> List.of("left", "", "", "", "", percent(share), ""));
  }

  private static String factor(Optional<LogRatio> ratio) {
    return ratio.map(of -> Numbers.factor(of.ratio())).orElse(Numbers.NOT_MEASURED);
  }

  private static String interval(Optional<LogRatio> ratio) {
    return ratio
        .flatMap(LogRatio::interval)
        .map(of -> Numbers.of(of.low()) + "–" + Numbers.of(of.high()))
        .orElse(Numbers.NOT_MEASURED);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }

  /** What the columns are. */
  public static String explanation(Chain chain) {
    return "Ratio of "
        + String.join(", then of ", chain.pairs().toList())
        + " at "
        + chain.at().label()
        + ", the geometric mean over rounds or trials, with its 95 % interval; change: factor from"
        + " the run above; share: the part of the first run's difference, of logarithms, that went"
        + " away with it. All steps with a value count; valid: how many passed their checks.";
  }
}
