package dev.tierbench.harness.live;

import dev.tierbench.run.LiveState;
import dev.tierbench.run.Tier;
import dev.tierbench.run.Verdict;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Unit;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What is known of a run as OpenMetrics text. A value that was not measured has no sample. */
final class LiveMetrics {

  static final String CONTENT_TYPE = OpenMetricsTextFormatWriter.CONTENT_TYPE;

  private static final double MILLIS_PER_SECOND = 1e3;

  private LiveMetrics() {}

  static String of(LiveTotals.Reading now) {
    MetricSnapshots.Builder metrics = MetricSnapshots.builder();
    metrics.metricSnapshot(
        InfoSnapshot.builder()
            .name("tierbench_run")
            .help("The run under way, or the last one")
            .dataPoint(InfoDataPointSnapshot.builder().labels(Labels.of("run", now.run())).build())
            .build());
    metrics.metricSnapshot(
        one("tierbench_ended", "1 when the last run has ended", now.ended() ? 1.0 : 0.0));
    now.position().ifPresent(position -> addPosition(metrics, position));
    addTotals(metrics, now);
    now.last().ifPresent(second -> addSecond(metrics, second));
    return text(metrics.build());
  }

  private static void addPosition(MetricSnapshots.Builder metrics, LiveState.Position position) {
    metrics.metricSnapshot(
        seconds("tierbench_run_planned_seconds", "Planned length of the run")
            .dataPoint(point(Labels.EMPTY, position.totalSeconds()))
            .build());
    metrics.metricSnapshot(
        seconds("tierbench_run_remaining_seconds", "What is left of it, by the plan")
            .dataPoint(point(Labels.EMPTY, position.remainingSeconds()))
            .build());
  }

  private static void addTotals(MetricSnapshots.Builder metrics, LiveTotals.Reading now) {
    CounterSnapshot.Builder steps =
        CounterSnapshot.builder().name("tierbench_steps").help("Steps that have a verdict");
    for (Verdict verdict : Verdict.values()) {
      steps.dataPoint(
          count("verdict", lowerCase(verdict.name()), now.steps().getOrDefault(verdict, 0L)));
    }
    metrics.metricSnapshot(steps.build());
    metrics.metricSnapshot(
        CounterSnapshot.builder()
            .name("tierbench_requests")
            .help("Requests that ended in a second that the load generator told of")
            .dataPoint(count("result", "ok", (double) now.ok()))
            .dataPoint(count("result", "failed", (double) now.failed()))
            .build());
    CounterSnapshot.Builder cpu =
        CounterSnapshot.builder()
            .name("tierbench_cpu_seconds")
            .unit(Unit.SECONDS)
            .help("CPU time of a tier in the seconds in which it was read");
    for (Map.Entry<Tier, Double> used : now.cpuSeconds().entrySet()) {
      cpu.dataPoint(count("tier", used.getKey().id(), used.getValue()));
    }
    metrics.metricSnapshot(cpu.build());
  }

  private static void addSecond(MetricSnapshots.Builder metrics, LiveState.Second second) {
    Labels labels =
        Labels.of("trial", second.trial(), "step", second.step(), "phase", second.phase());
    LiveState.Requests requests = second.requests();
    requests
        .throughputRps()
        .ifPresent(rps ->
            metrics.metricSnapshot(
                GaugeSnapshot.builder()
                    .name("tierbench_throughput_requests_per_second")
                    .help("Requests answered in the last second")
                    .dataPoint(point(labels, rps))
                    .build()));
    GaugeSnapshot.Builder latency =
        seconds("tierbench_latency_seconds", "Latency of the requests of the last second");
    addQuantile(latency, labels, "0.5", requests.p50Ms());
    addQuantile(latency, labels, "0.99", requests.p99Ms());
    metrics.metricSnapshot(latency.build());
    GaugeSnapshot.Builder cores =
        GaugeSnapshot.builder()
            .name("tierbench_cpu_cores")
            .help("Cores that a tier kept busy in the last second");
    for (LiveState.TierCpu tier : second.cpu()) {
      tier.cores()
          .ifPresent(busy ->
              cores.dataPoint(
                  point(labels.add("tier", tier.tier().id()).add("process", tier.name()), busy)));
    }
    metrics.metricSnapshot(cores.build());
  }

  private static void addQuantile(
      GaugeSnapshot.Builder latency, Labels labels, String quantile, Optional<Double> millis) {
    millis.ifPresent(
        ms -> latency.dataPoint(point(labels.add("quantile", quantile), ms / MILLIS_PER_SECOND)));
  }

  private static GaugeSnapshot.Builder seconds(String name, String help) {
    return GaugeSnapshot.builder().name(name).unit(Unit.SECONDS).help(help);
  }

  private static GaugeSnapshot one(String name, String help, double value) {
    return GaugeSnapshot.builder()
        .name(name)
        .help(help)
        .dataPoint(point(Labels.EMPTY, value))
        .build();
  }

  private static GaugeDataPointSnapshot point(Labels labels, double value) {
    return GaugeDataPointSnapshot.builder().labels(labels).value(value).build();
  }

  private static CounterDataPointSnapshot count(String label, String value, double count) {
    return CounterDataPointSnapshot.builder().labels(Labels.of(label, value)).value(count).build();
  }

  private static String lowerCase(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  private static String text(MetricSnapshots metrics) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      OpenMetricsTextFormatWriter.create()
          .write(bytes, metrics, EscapingScheme.UNDERSCORE_ESCAPING);
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot fail", e);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
