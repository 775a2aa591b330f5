package dev.tierbench.report.summary;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.report.metric.ValidTrials;
import dev.tierbench.report.metric.WaiterMemory;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.report.stats.Slope;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.file.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Tables of what servers do at their limits: in an overload, and with many requests that wait. */
public final class LimitTables {

  /**
   * A table and what it is about.
   *
   * @param note what its values are
   */
  public record Table(String caption, String note, TextTable values) {}

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

  /** Tables that have rows in a run. */
  public static List<Table> of(Run run) {
    return Stream.of(
            new Table(
                "Overload",
                "What each server did in the overload; recovery is the time after it until the median"
                    + " latency and the correct answers of a second were those of before. What was"
                    + " rejected or timed out is a share of what ended in both. An answer in time is"
                    + " one within the deadline of the plan.",
                overload(run)),
            new Table(
                "A request that waits",
                "What one more request that is held adds to a server, with the half width of its"
                    + " interval of 95 %, by least squares over the valid steps before which the JVM"
                    + " never held more: memory and threads do not go back. Heap is what a full"
                    + " collection leaves (with --profile jfr), else what the collections of the"
                    + " windows leave, with old garbage. A heap that is not resident from the"
                    + " start (--memory, jvm: own) grows the resident memory too.",
                waiters(run)))
        .filter(table -> !table.values().rows().isEmpty())
        .toList();
  }

  private static TextTable overload(Run run) {
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
    int valid = ValidTrials.of(run, server, at).valid();
    OF_OVERLOAD
        .values()
        .forEach(metric -> row.add(ofTrials(Samples.of(run, server, at, metric), valid)));
    return row;
  }

  /** The median; a server that has not recovered in a trial has no value of it there. */
  private static String ofTrials(Sample sample, int valid) {
    return Numbers.of(sample.middle())
        + (sample.isEmpty() || sample.size() == valid
            ? ""
            : " in %d of %d trials".formatted(sample.size(), valid));
  }

  private static TextTable waiters(Run run) {
    return new TextTable(
        List.of("server", "resident KiB", "±", "heap KiB", "±", "threads", "±"),
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
