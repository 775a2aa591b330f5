package dev.tierbench.report.capacity;

import dev.tierbench.metrics.Metrics;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.report.stats.Interval;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** A forecast beside a run that measured the same servers on the predicted cores. */
public record Validation(CapacityForecast forecast, List<Row> rows) {

  public Validation {
    rows = List.copyOf(rows);
  }

  /** One value of a server, predicted and measured. */
  record Row(String server, String workload, String value, Answer predicted, Sample measured) {

    /** Predicted over measured, less 1; empty when either is not known. */
    Optional<Double> error() {
      return predicted
          .value()
          .filter(any -> !measured.isEmpty())
          .map(value -> value / measured.median() - 1);
    }

    /** A hit is a measured median inside the interval of the prediction. */
    String verdict() {
      if (predicted.value().isEmpty()) {
        return "cannot tell";
      }
      if (measured.isEmpty()) {
        return "not measured";
      }
      return predicted
          .interval()
          .map(interval -> holds(interval, measured.median()) ? "hit" : "miss")
          .orElse("one trial: no interval");
    }

    private static boolean holds(Interval interval, double value) {
      return interval.low() <= value && value <= interval.high();
    }
  }

  /**
   * The forecast beside a run.
   *
   * @throws IllegalArgumentException when the run is not of the predicted cores and workload
   */
  public static Validation of(CapacityForecast forecast, Run modelled, Run measured) {
    if (!modelled.workload().equals(measured.workload())) {
      throw new IllegalArgumentException(
          measured.name() + " has another workload than " + modelled.name());
    }
    List<Row> rows = new ArrayList<>();
    for (ServerPrediction server : forecast.servers()) {
      MeasuredServer there = MeasuredServer.of(measured, server.server());
      requireCores(there, forecast.target(), measured.name());
      String workload = measured.workload().isEmpty() ? "one call" : measured.workload();
      rows.add(
          new Row(
              server.server(),
              workload,
              "saturated at, req/s",
              server.saturation(),
              sample(there, Asymptotes::measuredSaturationRps)));
      rows.add(
          new Row(
              server.server(),
              workload,
              "knee, concurrent",
              server.knee(),
              sample(there, Asymptotes::measuredKnee)));
      for (ServerPrediction.Level level : server.levels()) {
        rows.add(
            new Row(
                server.server(),
                workload,
                "p50 at " + Numbers.whole(level.concurrency()) + ", ms",
                level.p50Millis(),
                Samples.of(
                    measured,
                    server.server(),
                    Parameters.concurrency(level.concurrency()),
                    Metrics.P50)));
      }
    }
    return new Validation(forecast, rows);
  }

  private static void requireCores(MeasuredServer measured, Target target, String run) {
    measured.trials().stream()
        .filter(trial -> trial.cores() != target.cores())
        .findFirst()
        .ifPresent(trial -> {
          throw new IllegalArgumentException(
              "%s had %s on %d cores, and %d are predicted"
                  .formatted(run, measured.server(), trial.cores(), target.cores()));
        });
  }

  private static Sample sample(
      MeasuredServer server, Function<MeasuredTrial, Optional<Double>> value) {
    return new Sample(server.trials().stream().flatMap(of -> value.apply(of).stream()).toList());
  }

  /** The rows as a table. */
  public TextTable table() {
    return new TextTable(
        List.of(
            "server",
            "workload",
            "value",
            "predicted",
            "interval",
            "measured",
            "trials",
            "error, %",
            "verdict"),
        rows.stream()
            .map(row ->
                List.of(
                    row.server(),
                    row.workload(),
                    row.value(),
                    CapacityText.text(row.predicted(), CapacityText::three),
                    CapacityText.interval(row.predicted(), CapacityText::three),
                    row.measured().middle().map(CapacityText::three).orElse(Numbers.NOT_MEASURED),
                    String.valueOf(row.measured().size()),
                    row.error()
                        .map(error -> String.format(Locale.ROOT, "%+.1f", error * 100))
                        .orElse(Numbers.NOT_MEASURED),
                    row.verdict()))
            .toList());
  }
}
