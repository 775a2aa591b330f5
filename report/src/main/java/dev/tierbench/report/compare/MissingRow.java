package dev.tierbench.report.compare;

import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.report.metric.ValidTrials;
import dev.tierbench.run.Cell;
import dev.tierbench.run.Parameters;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A row that was to be decided and is not there: one side has no valid step of a cell that both
 * planned, or neither has a value of a metric by which their run is decided. A cell that a plan
 * leaves out, or that was only predicted or refused on a side, was not to be decided.
 *
 * @param subject server or pair of servers, such as {@code base → head}
 * @param metric title of the only metric that is missing; empty for all of the cell
 * @param why what there is in place of a row
 * @param lost A has what B lost: more than an open row
 */
public record MissingRow(
    String subject, Parameters parameters, Optional<String> metric, String why, boolean lost) {

  private static final String NOT_VALID = "no valid step of both";
  private static final String NO_VALUE = "measured on neither side";

  static List<MissingRow> of(Comparison comparison) {
    return SubjectPair.of(comparison.a(), comparison.b()).stream()
        .flatMap(pair -> planned(comparison, pair).flatMap(at -> of(comparison, pair, at)))
        .toList();
  }

  /** The cells that both sides set out to measure, of those that are compared. */
  private static Stream<Parameters> planned(Comparison comparison, SubjectPair pair) {
    Run a = comparison.a().run();
    Run b = comparison.b().run();
    return a.parameters().stream()
        .filter(at -> comparison.options().covers(at))
        .filter(at -> isPlanned(a, new Cell(pair.a(), at)) && isPlanned(b, new Cell(pair.b(), at)));
  }

  /** Steps of a search are in no plan: some trials skip them, and some fail them by design. */
  private static boolean isPlanned(Run run, Cell cell) {
    return ValidTrials.of(run.steps(cell)).tried() > 0
        && run.manifest().plan().stream()
            .allMatch(plan -> plan.cells(cell.subject()).contains(cell.parameters()));
  }

  private static Stream<MissingRow> of(Comparison comparison, SubjectPair pair, Parameters at) {
    Optional<MissingCounterpart> ofCell =
        comparison.missingCounterparts().stream()
            .filter(missing -> !missing.compared() && missing.subject().equals(pair.label()))
            .filter(missing -> missing.parameters().filter(at::equals).isPresent())
            .findFirst();
    return ofCell.isPresent()
        ? ofCell.stream()
            .map(missing ->
                new MissingRow(pair.label(), at, Optional.empty(), missing.sides(), missing.lost()))
        : withoutValue(comparison, pair, at);
  }

  private static Stream<MissingRow> withoutValue(
      Comparison comparison, SubjectPair pair, Parameters at) {
    Run a = comparison.a().run();
    Run b = comparison.b().run();
    return comparison.deciding().stream()
        .filter(metric -> Samples.of(a, pair.a(), at, metric).isEmpty())
        .filter(metric -> Samples.of(b, pair.b(), at, metric).isEmpty())
        .map(metric ->
            new MissingRow(
                pair.label(), at, Optional.of(metric.title(a.operation())), NO_VALUE, false));
  }

  /**
   * The row on one line: {@code base → head at 800: A FAIL in 2 of 2 trials, B not run in 2 of 2
   * trials}, or {@code CPU, µs/req of base → head @ 800: measured on neither side}.
   */
  public String line() {
    return metric.map(this::row).orElse(subject + " at " + parameters.label()) + ": " + why;
  }

  /** The same without the servers where it is of one metric, as rows are named in short. */
  String inShort() {
    return metric.map(title -> title + " at " + parameters.label() + ": " + why).orElse(line());
  }

  /**
   * The row of a metric in a cell that is missing: {@code CPU, µs/req of base → head @ 800 (...)}.
   */
  public String rowOf(String title) {
    return row(title) + " (" + NOT_VALID + ")";
  }

  private String row(String title) {
    RowKey key = RowKey.of(title, subject).withParameters(Optional.of(parameters));
    return key.metric() + " of " + key.label();
  }
}
