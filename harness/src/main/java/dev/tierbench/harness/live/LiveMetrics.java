package dev.tierbench.harness.live;

import static dev.tierbench.run.Units.MILLIS_PER_SECOND;

import dev.tierbench.run.Verdict;
import dev.tierbench.run.protocol.LiveState;
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
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What is known of a run as OpenMetrics text. A value that was not measured has no sample. */
final class LiveMetrics {

  static final String CONTENT_TYPE = OpenMetricsTextFormatWriter.CONTENT_TYPE;

  private LiveMetrics() {}

  static String of(LiveState state, LiveTotals totals, boolean lastIsNew) {
    MetricSnapshots.Builder metrics = MetricSnapshots.builder();
    metrics.metricSnapshot(
        InfoSnapshot.builder()
            .name("tierbench_run")
            .help("The run under way, or the last one")
            .dataPoint(
                InfoDataPointSnapshot.builder().labels(Labels.of("run", state.name())).build())
            .build());
    metrics.metricSnapshot(
        gauge("tierbench_ended", "1 when the last run has ended")
            .dataPoint(point(Labels.EMPTY, state.exitCode().isPresent() ? 1 : 0))
            .build());
    state.position().ifPresent(position -> addPosition(metrics, position));
    addResults(metrics, state.results());
    addTotals(metrics, totals);
    if (lastIsNew && !state.seconds().isEmpty()) {
      addSecond(metrics, state.seconds().getLast());
    }
    return text(metrics.build());
  }

  private static void addPosition(MetricSnapshots.Builder metrics, LiveState.Position position) {
    metrics.metricSnapshot(
        gauge("tierbench_run_planned_seconds", "Planned length of the run")
            .unit(Unit.SECONDS)
            .dataPoint(point(Labels.EMPTY, position.totalSeconds()))
            .build());
    metrics.metricSnapshot(
        gauge("tierbench_run_remaining_seconds", "What is left of it, by the plan")
            .unit(Unit.SECONDS)
            .dataPoint(point(Labels.EMPTY, position.remainingSeconds()))
            .build());
  }

  private static void addResults(MetricSnapshots.Builder metrics, List<LiveState.Result> results) {
    CounterSnapshot.Builder steps =
        CounterSnapshot.builder().name("tierbench_steps").help("Steps that have a verdict");
    for (Verdict verdict : Verdict.values()) {
      long count = results.stream().filter(step -> step.verdict() == verdict).count();
      steps.dataPoint(count("verdict", verdict.name().toLowerCase(Locale.ROOT), (double) count));
    }
    metrics.metricSnapshot(steps.build());
  }

  private static void addTotals(MetricSnapshots.Builder metrics, LiveTotals totals) {
    metrics.metricSnapshot(
        CounterSnapshot.builder()
            .name("tierbench_requests")
            .help("Requests that ended in a second that the load generator reported")
            .dataPoint(count("result", "ok", (double) totals.ok()))
            .dataPoint(count("result", "failed", (double) totals.failed()))
            .build());
    CounterSnapshot.Builder cpu =
        CounterSnapshot.builder()
            .name("tierbench_cpu_seconds")
            .unit(Unit.SECONDS)
            .help("CPU time of a tier in the seconds in which it was read");
    totals.cpuSeconds().forEach((tier, used) -> cpu.dataPoint(count("tier", tier.id(), used)));
    metrics.metricSnapshot(cpu.build());
  }

  private static void addSecond(MetricSnapshots.Builder metrics, LiveState.Second second) {
    Labels labels =
        Labels.of("trial", second.trial(), "step", second.step(), "phase", second.phase());
    LiveState.Requests requests = second.requests();
    GaugeSnapshot.Builder throughput =
        gauge("tierbench_throughput_requests_per_second", "Requests answered in the last second");
    requests.throughputRps().ifPresent(rps -> throughput.dataPoint(point(labels, rps)));
    metrics.metricSnapshot(throughput.build());
    GaugeSnapshot.Builder latency =
        gauge("tierbench_latency_seconds", "Latency of the requests of the last second")
            .unit(Unit.SECONDS);
    addQuantile(latency, labels, "0.5", requests.p50Ms());
    addQuantile(latency, labels, "0.99", requests.p99Ms());
    metrics.metricSnapshot(latency.build());
    GaugeSnapshot.Builder cores =
        gauge("tierbench_cpu_cores", "Cores that a tier kept busy in the last second");
    for (LiveState.TierCpu tier : second.cpu()) {
      Labels process = labels.add("tier", tier.tier().id()).add("process", tier.name());
      tier.cores().ifPresent(busy -> cores.dataPoint(point(process, busy)));
    }
    metrics.metricSnapshot(cores.build());
  }

  private static void addQuantile(
      GaugeSnapshot.Builder latency, Labels labels, String quantile, Optional<Double> millis) {
    millis.ifPresent(
        ms -> latency.dataPoint(point(labels.add("quantile", quantile), ms / MILLIS_PER_SECOND)));
  }

  private static GaugeSnapshot.Builder gauge(String name, String help) {
    return GaugeSnapshot.builder().name(name).help(help);
  }

  private static GaugeDataPointSnapshot point(Labels labels, double value) {
    return GaugeDataPointSnapshot.builder().labels(labels).value(value).build();
  }

  private static CounterDataPointSnapshot count(String label, String value, double count) {
    return CounterDataPointSnapshot.builder().labels(Labels.of(label, value)).value(count).build();
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
