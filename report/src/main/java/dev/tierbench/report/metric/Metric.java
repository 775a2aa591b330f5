package dev.tierbench.report.metric;

import dev.tierbench.report.folder.Step;
import dev.tierbench.report.stats.Better;
import dev.tierbench.run.Counter;
import dev.tierbench.run.LatencySummary;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A figure of a step. Throughput, latency and CPU come from the clean phase, which nothing is
 * attached to; what is counted by thread comes from the counted phase, per request of that phase.
 */
public enum Metric {
  THROUGHPUT("throughput", "req/s", Better.HIGHER, 0, StepFigures::throughput),
  MEAN("mean latency", "ms", Better.LOWER, 0, StepFigures.latency(LatencySummary::mean)),
  P50("p50 latency", "ms", Better.LOWER, 0, StepFigures.latency(LatencySummary::p50)),
  P90("p90 latency", "ms", Better.LOWER, 0, StepFigures.latency(LatencySummary::p90)),
  P99("p99 latency", "ms", Better.LOWER, 0, StepFigures.latency(LatencySummary::p99)),
  P99_9("p99.9 latency", "ms", Better.LOWER, 0, StepFigures.latency(LatencySummary::p999)),
  CPU("CPU", "µs/req", Better.LOWER, 0.1, StepFigures::cpuUsPerRequest),
  SWITCHES(
      "context switches",
      "/req",
      Better.LOWER,
      0.01,
      StepFigures.counted(Counter.CS_VOLUNTARY, Counter.CS_INVOLUNTARY)),
  SWITCHES_VOLUNTARY(
      "voluntary switches", "/req", Better.LOWER, 0.01, StepFigures.counted(Counter.CS_VOLUNTARY)),
  SWITCHES_INVOLUNTARY(
      "involuntary switches",
      "/req",
      Better.LOWER,
      0.01,
      StepFigures.counted(Counter.CS_INVOLUNTARY)),
  FUTEX("futex calls", "/req", Better.LOWER, 0.01, StepFigures.counted(Counter.FUTEX)),
  READ("read calls", "/req", Better.LOWER, 0.01, StepFigures.counted(Counter.READ)),
  WRITE("write calls", "/req", Better.LOWER, 0.01, StepFigures.counted(Counter.WRITE)),
  EPOLL("epoll calls", "/req", Better.LOWER, 0.01, StepFigures.counted(Counter.EPOLL)),
  SYSCALLS("syscalls", "/req", Better.LOWER, 0.01, StepFigures.counted(Counter.SYSCALLS)),
  RUN_DELAY("run-queue delay", "µs/req", Better.LOWER, 0.1, StepFigures::runDelayUsPerRequest),
  FAULTS("minor faults", "/req", Better.LOWER, 0.01, StepFigures.counted(Counter.MINOR_FAULTS)),
  RSS("resident memory", "MiB", Better.LOWER, 0, StepFigures::rssMebibytes),
  THREADS("threads", "", Better.LOWER, 0, StepFigures::threads);

  /** What a comparison shows unless told otherwise. */
  public static final List<Metric> MAIN =
      List.of(THROUGHPUT, P50, P99, CPU, SWITCHES_VOLUNTARY, SWITCHES_INVOLUNTARY, FUTEX, SYSCALLS);

  private final String label;
  private final String unit;
  private final Better better;
  private final double negligible;

  @SuppressWarnings("ImmutableEnumChecker") // the functions hold no state
  private final Function<Step, Optional<Double>> figure;

  Metric(
      String label,
      String unit,
      Better better,
      double negligible,
      Function<Step, Optional<Double>> figure) {
    this.label = label;
    this.unit = unit;
    this.better = better;
    this.negligible = negligible;
    this.figure = figure;
  }

  /** The figure of a step, empty when it was not measured. */
  public Optional<Double> of(Step step) {
    return figure.apply(step);
  }

  /** The name on a command line and in JSON. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  public String label() {
    return label;
  }

  public String unit() {
    return unit;
  }

  public Better better() {
    return better;
  }

  /** Up to this a figure is as good as none. */
  public double negligible() {
    return negligible;
  }

  /** Whether it is a latency, which several trials merge by their histograms. */
  public boolean isLatency() {
    return unit.equals("ms");
  }

  /** {@code CPU, µs/req}. */
  public String title() {
    return unit.isEmpty() ? label : label + ", " + unit;
  }

  /** The metric of that name. */
  public static Optional<Metric> ofId(String id) {
    String wanted = id.replace('-', '_').replace('.', '_').toLowerCase(Locale.ROOT);
    return Stream.of(values()).filter(metric -> metric.id().equals(wanted)).findFirst();
  }
}
