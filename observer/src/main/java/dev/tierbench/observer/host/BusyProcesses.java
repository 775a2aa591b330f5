package dev.tierbench.observer.host;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Finds other processes that use the CPU, over a short while. */
public record BusyProcesses(Proc proc) {

  private static final double SHARE = 0.1;
  private static final Duration WATCHED = Duration.ofMillis(700);

  /** Describes each other process that uses at least a tenth of a core. */
  public List<String> find() throws InterruptedException {
    Map<Long, Long> before = cpuByPid();
    long start = System.nanoTime();
    Thread.sleep(WATCHED);
    Map<Long, Long> after = cpuByPid();
    double window = System.nanoTime() - (double) start;
    List<String> busy = new ArrayList<>();
    after.forEach((pid, cpuNs) -> {
      double share = (cpuNs - before.getOrDefault(pid, cpuNs)) / window;
      if (share >= SHARE && pid != ProcessHandle.current().pid()) {
        String name = proc.command(pid).orElse("?");
        busy.add(String.format(Locale.ROOT, "%s (%d) %.0f %%", name, pid, share * 100));
      }
    });
    return busy;
  }

  private Map<Long, Long> cpuByPid() {
    Map<Long, Long> cpu = new TreeMap<>();
    for (long pid : proc.files().pids()) {
      proc.cpu(pid).ifPresent(times -> cpu.put(pid, times.totalNs()));
    }
    return cpu;
  }
}
