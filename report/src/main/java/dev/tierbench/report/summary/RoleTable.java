package dev.tierbench.report.summary;

import dev.tierbench.metrics.Measurements;
import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.metric.RoleValues;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.report.metric.Words;
import dev.tierbench.run.Cell;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.file.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What the threads of each role of each subject did per operation: medians of the valid trials. */
final class RoleTable {
  private RoleTable() {}

  static TextTable of(Run run, List<Parameters> cells) {
    List<String> head =
        Stream.concat(
                Stream.of(Words.of(run).cell(), Words.of(run).subject(), "role", "threads"),
                Metrics.ofRole().stream().map(RoleTable::head))
            .toList();
    List<List<String>> rows =
        cells.stream()
            .flatMap(at -> run.subjects().stream().map(subject -> new Cell(subject, at)))
            .flatMap(cell -> rows(cell, run.steps(cell)))
            .toList();
    return new TextTable(head, rows);
  }

  /** The head without the operation, which the text around the table names once for all. */
  private static String head(Metric metric) {
    return metric.unit().equals("/op")
        ? metric.label()
        : metric.label() + " " + metric.unit().replace("/op", "");
  }

  private static Stream<List<String>> rows(Cell cell, List<Step> steps) {
    List<Step> valid = steps.stream().filter(Step::isValid).toList();
    List<String> roles = new ArrayList<>(RoleValues.of(valid));
    roles.sort(Comparator.comparingDouble(role -> -ofRole(valid, role, Metrics.CPU).orElse(0.0)));
    if (!roles.isEmpty()) {
      roles.add(Measurements.ENTIRE_JVM);
    }
    return roles.stream().map(role -> row(cell, role, valid));
  }

  private static List<String> row(Cell cell, String role, List<Step> valid) {
    List<String> row = new ArrayList<>(List.of(cell.parameters().label(), cell.subject(), role));
    row.add(
        Samples.of(valid, step -> RoleValues.threads(step, role))
            .middle()
            .map(threads -> Numbers.whole(threads))
            .orElse(Numbers.NOT_MEASURED));
    Metrics.ofRole().forEach(metric -> row.add(Numbers.of(ofRole(valid, role, metric))));
    return row;
  }

  private static Optional<Double> ofRole(List<Step> steps, String role, Metric metric) {
    return Samples.of(steps, step -> step.measurements().ofRole(role, metric)).middle();
  }
}
