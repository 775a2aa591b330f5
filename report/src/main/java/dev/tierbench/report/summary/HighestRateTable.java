package dev.tierbench.report.summary;

import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.HighestRate;
import dev.tierbench.run.TextTable;
import java.util.List;

/** The highest rate at which each server kept a latency. */
final class HighestRateTable {
  private HighestRateTable() {}

  static TextTable of(Run run) {
    return new TextTable(
        List.of("server", "req/s (median)", "least", "most", "trials", "without a rate", "open"),
        HighestRate.of(run).stream().map(HighestRateTable::row).toList());
  }

  private static List<String> row(HighestRate rate) {
    List<Double> values = rate.rates().values();
    return List.of(
        rate.server(),
        rate.rates().middle().map(Numbers::whole).orElse(Numbers.NOT_MEASURED),
        values.isEmpty() ? Numbers.NOT_MEASURED : Numbers.whole(values.getFirst()),
        values.isEmpty() ? Numbers.NOT_MEASURED : Numbers.whole(values.getLast()),
        String.valueOf(values.size()),
        String.valueOf(rate.without()),
        String.valueOf(rate.bounds().size()));
  }
}
