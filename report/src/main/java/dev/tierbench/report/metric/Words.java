package dev.tierbench.report.metric;

import dev.tierbench.report.folder.KindView;
import dev.tierbench.report.folder.Run;
import dev.tierbench.run.Parameters;

/**
 * What the things of a run are called in tables and prose.
 *
 * @param kind of the run
 * @param subject what is compared
 * @param operation in prose
 * @param unit the operation in a unit
 * @param cell the parameters, over a column of them
 */
public record Words(String kind, String subject, String operation, String unit, String cell) {

  public static Words of(Run run) {
    KindView.Texts texts = run.view().texts(run);
    return new Words(
        run.kind().id(),
        run.view().traits().subject(),
        texts.operation(),
        run.operation(),
        texts.cell());
  }

  /** What is counted along an axis. */
  public String axis(String axis) {
    return axis(axis, operation);
  }

  /**
   * What is counted along an axis of a run.
   *
   * @param operation of the run, in prose
   */
  public static String axis(String axis, String operation) {
    return switch (axis) {
      case Parameters.CONCURRENCY -> "concurrent requests";
      case Parameters.RATE -> "requests/s offered";
      case Parameters.OVERLOAD -> "overload, % of the saturation throughput";
      default -> operation + "s";
    };
  }

  /**
   * {@code 800 concurrent requests}, {@code 4,000/s offered}, {@code range, 1,000 items}, or {@code
   * the rate before an overload of 120 %}, where a step is measured.
   */
  public String heading(Parameters at) {
    if (at.number(Parameters.RATE).isPresent()) {
      return at.label() + " offered";
    }
    if (at.number(Parameters.OVERLOAD).isPresent()) {
      return "the rate before an overload of " + at.label();
    }
    boolean concurrent = at.number(Parameters.CONCURRENCY).isPresent();
    return at.label() + " " + axis(concurrent ? Parameters.CONCURRENCY : "");
  }
}
