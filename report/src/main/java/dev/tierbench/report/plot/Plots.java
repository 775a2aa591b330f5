package dev.tierbench.report.plot;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.folder.Run;
import dev.tierbench.run.Kind;
import dev.tierbench.run.RunJson;
import java.nio.file.Path;
import java.util.List;

/** Writes one SVG per main metric that the run has a value of. */
public final class Plots {

  private Plots() {}

  /**
   * Writes the plots of a sweep into a folder and returns how many; of other runs there are none.
   */
  public static int write(Run run, Path folder) {
    int written = 0;
    if (run.kind() != Kind.HTTP) {
      return written;
    }
    for (Metric metric : Metrics.main(run.kind())) {
      List<Series> series =
          run.subjects().stream()
              .map(server -> Series.of(run, server, metric))
              .filter(line -> !line.points().isEmpty())
              .toList();
      if (!series.isEmpty()) {
        RunJson.write(
            folder.resolve(metric.id() + ".svg"),
            new SvgPlot(metric, series, run.kind(), run.axis()).toSvg());
        written++;
      }
    }
    return written;
  }
}
