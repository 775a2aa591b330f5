package dev.tierbench.report.metric;

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
public record Words(
    String kind, String subject, String operation, String unit, String cell, String axis) {

  public static Words of(Run run) {
    return switch (run.kind()) {
      case HTTP ->
          new Words(
              "http", "server", "request", run.operation(), run.axis(), "concurrent requests");
      case SUITE ->
          new Words(
              "suite",
              "implementation",
              run.operation(),
              run.operation(),
              "case, size",
              run.operation() + "s");
    };
  }

  /** {@code 800 concurrent requests}, or {@code range, 1,000 items}. */
  public String heading(Parameters at) {
    return at.label() + " " + axis;
  }
}
