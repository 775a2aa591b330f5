package dev.tierbench.report.page;

import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Words;
import java.util.List;

/**
 * A horizontal axis of a run's plots.
 *
 * @param id the parameter
 * @param label what is counted along it
 * @param levels where cells are on it, rising
 */
record AxisData(String id, String label, List<Integer> levels) {

  static List<AxisData> of(Run run) {
    Words words = Words.of(run);
    return run.axes().stream()
        .map(axis ->
            new AxisData(
                axis,
                words.axis(axis),
                run.parameters(axis).stream().map(run::position).distinct().sorted().toList()))
        .toList();
  }
}
