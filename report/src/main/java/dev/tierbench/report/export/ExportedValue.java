package dev.tierbench.report.export;

import dev.tierbench.metrics.Measurements;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.folder.StepState;
import dev.tierbench.run.record.Checks;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One value of one step, as a line of a tidy table: nothing in it has to be looked up elsewhere.
 *
 * @param window its number from 1, of a value of one window of a phase that was interrupted; empty
 *     of a value of the whole step
 * @param measured a metric and its value
 */
public record ExportedValue(
    Run run, Step step, Optional<Integer> window, Map.Entry<String, Double> measured) {

  /** The names of the columns, in their order. */
  public static final List<String> COLUMNS =
      List.of(
          "run",
          "started_at",
          "commit",
          "dirty",
          "host",
          "other_hosts",
          "kind",
          "subject",
          "parameters",
          "trial",
          "round",
          "window",
          "verdict",
          "metric",
          "unit",
          "value");

  /** All values of a run, step by step: those of the whole step, then those of its windows. */
  public static List<ExportedValue> of(Run run) {
    List<ExportedValue> values = new ArrayList<>();
    for (Step step : run.steps()) {
      add(values, run, step, Optional.empty(), step.measurements());
      List<Measurements> windows = step.windows();
      for (int i = 0; i < windows.size(); i++) {
        add(values, run, step, Optional.of(i + 1), windows.get(i));
      }
    }
    return values;
  }

  private static void add(
      List<ExportedValue> values,
      Run run,
      Step step,
      Optional<Integer> window,
      Measurements measurements) {
    measurements
        .values()
        .entrySet()
        .forEach(measured -> values.add(new ExportedValue(run, step, window, measured)));
  }

  /** The cells by column: text, or a number; a column that does not apply has no cell. */
  public Map<String, Object> cells() {
    Map<String, Object> cells = new LinkedHashMap<>();
    cells.put("run", run.name());
    run.manifest().startedAt().ifPresent(at -> cells.put("started_at", at));
    run.manifest().hash().ifPresent(hash -> cells.put("commit", hash));
    run.manifest().isDirty().ifPresent(dirty -> cells.put("dirty", dirty));
    cells.put("host", run.manifest().machine());
    Optional.of(run.manifest().otherMachines())
        .filter(others -> !others.isEmpty())
        .ifPresent(others -> cells.put("other_hosts", others));
    cells.put("kind", run.kind().id());
    cells.put("subject", step.subject());
    cells.put("parameters", step.parameters().text());
    cells.put("trial", step.trial());
    step.round().ifPresent(round -> cells.put("round", round.getFileName().toString()));
    window.ifPresent(number -> cells.put("window", number));
    cells.put("verdict", verdict());
    cells.put("metric", measured.getKey());
    unit().ifPresent(unit -> cells.put("unit", unit));
    cells.put("value", BigDecimal.valueOf(measured.getValue()).stripTrailingZeros());
    return cells;
  }

  /** The cells as text, in the order of the columns; empty where there is none. */
  public List<String> row() {
    Map<String, Object> cells = cells();
    return COLUMNS.stream().map(column -> text(cells.getOrDefault(column, ""))).toList();
  }

  private static String text(Object cell) {
    return cell instanceof BigDecimal number ? number.toPlainString() : cell.toString();
  }

  /** The verdict of the checks; of a step without one, or that cannot be read, its state. */
  private String verdict() {
    return step.checks()
        .filter(checks -> step.state() != StepState.UNREADABLE)
        .map(Checks::verdict)
        .map(Enum::name)
        .orElseGet(() -> step.state().label());
  }

  private Optional<String> unit() {
    return Stream.of(Metrics.of(run.kind()))
        .flatMap(List::stream)
        .filter(metric -> metric.id().equals(measured.getKey()))
        .map(metric -> metric.unit(run.operation()))
        .findFirst();
  }
}
