package dev.tierbench.loadgen.result;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/** What this process itself used: CPU time and garbage collection pauses. */
public final class GeneratorUsage {

  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private long cpuNanos;
  private long gcMillis;

  /** Use between two readings: CPU time of the process, and time of its garbage collections. */
  public record Use(long cpuNanos, long gcMillis) {

    /** Returns the sum of two uses. */
    public Use plus(Use other) {
      return new Use(cpuNanos + other.cpuNanos, gcMillis + other.gcMillis);
    }
  }

  /** Returns the use since the last call, or since the start of the process. */
  public Use lap() {
    long cpuNow = system.getProcessCpuTime();
    long gcNow =
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .mapToLong(GarbageCollectorMXBean::getCollectionTime)
            .sum();
    Use use = new Use(cpuNow - cpuNanos, gcNow - gcMillis);
    cpuNanos = cpuNow;
    gcMillis = gcNow;
    return use;
  }
}
