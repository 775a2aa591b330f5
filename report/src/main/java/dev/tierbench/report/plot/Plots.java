package dev.tierbench.report.plot;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Words;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.file.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes one SVG per main metric that the run has a value of, of a suite one per case. */
public final class Plots {

  private Plots() {}

  /**
   * Writes the plots into a folder and returns how many.
   *
   * @throws IOException when a link is in the place of the folder
   */
  public static int write(Run run, Path folder) throws IOException {
    WholeFile.requireNoLink(folder);
    int written = 0;
    for (String axis : run.axes()) {
      for (Map.Entry<String, List<Parameters>> group : groups(run, axis).entrySet()) {
        for (Metric metric : Metrics.main(run.kind())) {
          written += write(run, folder, metric, group.getKey(), group.getValue());
        }
      }
    }
    return written;
  }

  private static int write(
      Run run, Path folder, Metric metric, String group, List<Parameters> cells) {
    boolean logarithmic = run.view().isOfCases();
    List<Parameters> shown =
        cells.stream().filter(at -> !logarithmic || run.position(at) > 0).toList();
    List<Series> series =
        run.subjects().stream()
            .map(server -> Series.of(run, server, metric, shown))
            .filter(line -> !line.points().isEmpty())
            .toList();
    if (series.isEmpty()) {
      return 0;
    }
    String title = metric.title(run.operation());
    String axis = run.axis(cells.getFirst());
    RunJson.write(
        folder.resolve(
            metric.id() + suffix(run, axis) + (group.isEmpty() ? "" : "-" + group) + ".svg"),
        new SvgPlot(
                metric,
                series,
                new SvgPlot.Axes(
                    group.isEmpty() ? title : title + ": " + group,
                    axis,
                    Words.of(run).axis(axis),
                    logarithmic))
            .toSvg());
    return 1;
  }

  private static String suffix(Run run, String axis) {
    return axis.equals(run.axis()) ? "" : "-by-" + axis;
  }

  /**
   * The cells of an axis that differ in nothing but their place on the axis, by what else they
   * have.
   */
  private static Map<String, List<Parameters>> groups(Run run, String axis) {
    Map<String, List<Parameters>> groups =
        run.parameters(axis).stream()
            .collect(
                Collectors.groupingBy(
                    at -> at.besides(axis), LinkedHashMap::new, Collectors.toList()));
    groups.values().removeIf(cells -> run.view().isOfCases() && cells.size() < 2);
    return groups;
  }
}
