package dev.tierbench.report.plot;

import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Metric;
import dev.tierbench.run.RunJson;
import java.nio.file.Path;
import java.util.List;

/** Writes one SVG per main metric that the run has a figure of. */
public final class Plots {

  private static final List<Metric> PLOTTED =
      List.of(
          Metric.THROUGHPUT,
          Metric.P50,
          Metric.P99,
          Metric.CPU,
          Metric.SWITCHES_VOLUNTARY,
          Metric.SWITCHES_INVOLUNTARY,
          Metric.FUTEX,
          Metric.SYSCALLS);

  private Plots() {}

  /** Writes the plots into a folder and returns how many. */
  public static int write(Run run, Path folder) {
    int written = 0;
    for (Metric metric : PLOTTED) {
      List<Series> series =
          run.servers().stream()
              .map(server -> Series.of(run, server, metric))
              .filter(line -> !line.points().isEmpty())
              .toList();
      if (!series.isEmpty()) {
        RunJson.write(folder.resolve(metric.id() + ".svg"), new SvgPlot(metric, series).toSvg());
        written++;
      }
    }
    return written;
  }
}
