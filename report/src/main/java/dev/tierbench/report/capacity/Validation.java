package dev.tierbench.report.capacity;

import dev.tierbench.metrics.Metrics;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.run.Cell;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.file.TextTable;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** A forecast beside a run that measured the same servers on the predicted cores. */
public final class Validation {
  private Validation() {}

  /** One value of a server, predicted and measured. */
  private record Row(
      String server, String workload, String value, ModelValue predicted, Sample measured) {

    /** Predicted over measured, less 1; empty when either is not known. */
    Optional<Double> error() {
      return predicted
          .value()
          .filter(any -> !measured.isEmpty())
          .map(value -> value / measured.median() - 1);
    }

    List<String> cells() {
      return List.of(
          server,
          workload,
          value,
          CapacityText.text(predicted),
          CapacityText.interval(predicted),
          Numbers.of(measured.middle()),
          String.valueOf(measured.size()),
          CapacityText.error(error()),
          verdict());
    }

    /** A hit is a measured median inside the interval of the prediction. */
    String verdict() {
      if (predicted.value().isEmpty()) {
        return CapacityText.CANNOT_TELL;
      }
      if (measured.isEmpty()) {
        return "not measured";
      }
      return predicted
          .interval()
          .map(interval -> interval.contains(measured.median()) ? "hit" : "miss")
          .orElse("one trial: no interval");
    }
  }

  /**
   * The forecast beside a run, a row for each value.
   *
   * @throws IllegalArgumentException when the run is not of the predicted cores and workload
   */
  public static TextTable table(CapacityForecast forecast, Run modelled, Run measured) {
    if (!modelled.manifest().workload().equals(measured.manifest().workload())) {
      throw new IllegalArgumentException(
          measured.name() + " has another workload than " + modelled.name());
    }
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
        forecast.servers().stream()
            .flatMap(of -> rows(forecast, of, measured))
            .map(Row::cells)
            .toList());
  }

  private static Stream<Row> rows(
      CapacityForecast forecast, ServerPrediction prediction, Run measured) {
    String server = prediction.server();
    String workload =
        measured.manifest().workload().isEmpty() ? "one call" : measured.manifest().workload();
    MeasuredServer there = MeasuredServer.of(measured, server);
    requireCores(there, forecast.target(), measured.name());
    Sample saturation = sample(there, MeasuredTrial::saturationRps);
    Sample knee = sample(there, MeasuredTrial::knee);
    return Stream.concat(
        Stream.of(
            new Row(server, workload, "saturated at, req/s", prediction.saturation(), saturation),
            new Row(server, workload, "knee, concurrent", prediction.knee(), knee)),
        prediction.levels().stream()
            .map(level ->
                new Row(
                    server,
                    workload,
                    "p50 at " + Numbers.whole(level.concurrency()) + ", ms",
                    level.p50Millis(),
                    Samples.of(
                        measured,
                        new Cell(server, Parameters.concurrency(level.concurrency())),
                        Metrics.P50))));
  }

  private static void requireCores(MeasuredServer measured, PredictedCores target, String run) {
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
    return Sample.of(server.trials().stream().flatMap(of -> value.apply(of).stream()));
  }
}
