package dev.tierbench.metrics;

import static dev.tierbench.metrics.Better.LOWER;
import static dev.tierbench.metrics.Better.NEITHER;
import static dev.tierbench.run.PhaseName.MEASURE;
import static dev.tierbench.run.Units.MILLIS_PER_SECOND;

import dev.tierbench.run.Workload;
import dev.tierbench.run.record.HttpStep;
import dev.tierbench.run.record.Tiers;
import java.util.List;
import java.util.Optional;

/** The metrics of the database behind the servers, which only steps with one have. */
public final class DatabaseMetrics {

  static final List<Formula<HttpStep>> ALL =
      List.of(
          Metric.ofHttp("statements_per_op", "statements of the database", "per op", NEITHER)
              .by(step ->
                  database(step)
                      .flatMap(counted ->
                          step.load(MEASURE)
                              .filter(load -> load.ok() > 0)
                              .map(load -> (double) counted.statements() / load.ok()))),
          Metric.ofHttp(
                  "statement_mean_ms", "mean time of a statement in the database", "ms", LOWER)
              .by(step ->
                  database(step)
                      .filter(counted -> counted.statements() > 0)
                      .map(counted -> counted.executingMs() / counted.statements())),
          Metric.ofHttp("database_connections", "connections to the database", "", NEITHER)
              .by(step ->
                  database(step).flatMap(Tiers.Database::connections).map(Integer::doubleValue)),
          Metric.ofHttp(
                  "database_busy_connections", "connections that execute, on average", "", NEITHER)
              .by(DatabaseMetrics::busyConnections));

  private DatabaseMetrics() {}

  /**
   * The number of connections that the database executed statements of correct answers on, on
   * average over the measured window: by Little's law the mean time of a statement times their
   * rate. Their summed time would be that of a longer window, since it is read after its end.
   */
  public static Optional<Double> busyConnections(HttpStep step) {
    Workload work = step.load().workload();
    return database(step)
        .filter(counted -> counted.statements() > 0)
        .flatMap(counted ->
            step.load(MEASURE)
                .map(load ->
                    counted.executingMs()
                        / counted.statements()
                        / MILLIS_PER_SECOND
                        * load.throughputRps()
                        * work.calls()
                        * work.statementsPerCall()));
  }

  private static Optional<Tiers.Database> database(HttpStep step) {
    return step.tiers(MEASURE).flatMap(Tiers.Phase::database);
  }
}
