package dev.tierbench.report.page;

import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Words;
import dev.tierbench.run.Parameters;
import java.util.List;

/**
 * The parameters of cells, by which a page finds everything else of them.
 *
 * @param id what the other parts of the page call it
 * @param group its parameters but the one on the axis; empty when there are none
 * @param level its place on the axis
 * @param address of the page at which it is open
 */
record CellData(
    String id, String label, String heading, String group, String axis, int level, String address) {

  static List<CellData> of(Run run) {
    Words words = Words.of(run);
    return run.parameters().stream()
        .map(at ->
            new CellData(
                at.text(),
                at.label(),
                words.heading(at),
                at.besides(run.axis(at)),
                run.axis(at),
                run.position(at),
                address(run, at)))
        .toList();
  }

  private static String address(Run run, Parameters at) {
    return !run.view().isOfCases() && run.axis(at).equals(Parameters.CONCURRENCY)
        ? "level=" + run.position(at)
        : at.text();
  }
}
