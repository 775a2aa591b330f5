package dev.tierbench.observer;

import dev.tierbench.run.record.Observed;
import dev.tierbench.run.threads.Counter;
import dev.tierbench.run.threads.Counts;
import dev.tierbench.run.threads.ThreadRow;
import dev.tierbench.run.threads.ThreadTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An observation as JSON; what was not measured is {@code null}. */
final class ObservationJson {

  private ObservationJson() {}

  /**
   * The tree to write.
   *
   * @param rows whether the threads are part of it, or only the roles
   */
  static Map<String, Object> of(Observation seen, boolean rows) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("schema", Observed.SCHEMA);
    json.put("pid", seen.pid());
    json.put("command", seen.command());
    json.put("level", seen.level().name());
    json.put("level_description", seen.level().description());
    json.put("missing", seen.missing());
    json.put("window_ns", seen.windowNanos());
    json.put("snapshots", seen.snapshots());
    json.put("valid", seen.isValid());
    json.put("failures", seen.failures());
    json.put("caveats", seen.caveats());
    json.put("lost_events", seen.lostEvents());
    json.put("map_usage", seen.mapUsage());
    json.put("io_counts", seen.ioCounts());
    json.put("snapshot_skew_ns", seen.snapshotSkewNanos());
    json.put("named_cpu_share", seen.namedCpuShare());
    json.put("cpu_of_process_share", seen.cpuAgreement());
    json.put("syscalls_of_process_share", seen.syscallAgreement());
    json.put("process_syscalls", seen.processSyscalls());
    json.put("process_cpu_ns", seen.processCpuNanos());
    json.put("threads_exited", seen.threadsExited());
    json.put("perf", seen.perf());
    json.put("entire_jvm", counts(seen.entireJvm()));
    json.put("roles", roles(seen.threads()));
    if (rows) {
      json.put("threads", seen.threads().rows().stream().map(ObservationJson::thread).toList());
    }
    return json;
  }

  private static List<Map<String, Object>> roles(ThreadTable table) {
    return RoleSums.of(table).stream()
        .map(role -> {
          Map<String, Object> json = new LinkedHashMap<>();
          json.put("role", role.role());
          json.put("threads", role.threads());
          json.putAll(counts(role.counts()));
          return json;
        })
        .toList();
  }

  private static Map<String, Object> thread(ThreadRow row) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("tid", row.tid());
    json.put("name", row.name());
    json.put("role", row.role());
    json.put("state", row.state().id());
    json.putAll(counts(row.counts()));
    return json;
  }

  private static Map<String, Optional<Long>> counts(Counts counts) {
    Map<String, Optional<Long>> json = new LinkedHashMap<>();
    for (Counter counter : Counter.values()) {
      json.put(counter.column(), counts.get(counter));
    }
    return json;
  }
}
