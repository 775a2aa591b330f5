package dev.tierbench.report.summary;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.report.metric.WaiterMemory;
import dev.tierbench.report.stats.Slope;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.file.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Tables of what servers do at their limits: in an overload, and with many requests that wait. */
final class LimitTables {

  private static final Map<String, Metric> OF_OVERLOAD = ofOverload();

  private LimitTables() {}

  private static Map<String, Metric> ofOverload() {
    Map<String, Metric> byHead = new LinkedHashMap<>();
    byHead.put("in time, req/s", Metrics.get("overload_goodput_rps"));
    byHead.put("p50 ms", Metrics.get("overload_p50_ms"));
    byHead.put("p99 ms", Metrics.get("overload_p99_ms"));
    byHead.put("longest wait s", Metrics.get("overload_wait_s"));
    byHead.put("rejected %", Metrics.get("overload_rejected_percent"));
    byHead.put("timed out %", Metrics.get("overload_timed_out_percent"));
    byHead.put("memory MiB", Metrics.get("overload_rss_mib"));
    byHead.put("recovery s", Metrics.get("recovery_s"));
    return byHead;
  }

  /** What happened in each overload and after it; without rows in a run that has none. */
  static TextTable overload(Run run) {
    List<String> head =
        Stream.concat(Stream.of("overload", "server"), OF_OVERLOAD.keySet().stream()).toList();
    return new TextTable(
        head,
        run.parameters(Parameters.OVERLOAD).stream()
            .flatMap(at -> run.subjects().stream().map(server -> overload(run, server, at)))
            .toList());
  }

  private static List<String> overload(Run run, String server, Parameters at) {
    List<String> row = new ArrayList<>(List.of(at.label(), server));
    OF_OVERLOAD
        .values()
        .forEach(metric -> row.add(Numbers.of(Samples.of(run, server, at, metric).middle())));
    return row;
  }

  /** What one more request that waits costs; without rows in a run of fewer than three levels. */
  static TextTable waiters(Run run) {
    return new TextTable(
        List.of("server", "resident KiB", "±", "heap after GC KiB", "±", "threads", "±"),
        WaiterMemory.of(run).stream().map(LimitTables::waiters).toList());
  }

  private static List<String> waiters(WaiterMemory memory) {
    List<String> row = new ArrayList<>(List.of(memory.server()));
    Stream.of(memory.residentKib(), memory.heapKib(), memory.threads())
        .forEach(slope -> {
          row.add(Numbers.of(slope.map(Slope::value)));
          row.add(Numbers.of(slope.flatMap(Slope::halfWidth)));
        });
    return row;
  }
}
