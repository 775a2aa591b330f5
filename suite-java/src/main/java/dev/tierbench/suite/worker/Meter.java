package dev.tierbench.suite.worker;

import com.sun.management.ThreadMXBean;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/** Readings of this JVM around a run. */
public final class Meter {

  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
  private static final CompilationMXBean COMPILER = ManagementFactory.getCompilationMXBean();

  private Meter() {}

  /** The heap in use after a forced collection. */
  static long heapAfterGcBytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  public static void resetThreadPeak() {
    THREADS.resetPeakThreadCount();
  }

  /** Platform threads alive at once since the reset; a virtual thread counts by its carrier. */
  public static int threadPeak() {
    return THREADS.getPeakThreadCount();
  }

  /** Time in collections since the start of the JVM. */
  public static long gcMillis() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .sum();
  }

  /** Counts as they stand. */
  record Reading(long nanos, long allocatedBytes, long gcMillis, long compileMillis, long printed) {

    /** Reads the clock last, so that the other readings are not part of what follows. */
    static Reading before(PrintCounter prints) {
      long gcMillis = Meter.gcMillis();
      long compileMillis = COMPILER.getTotalCompilationTime();
      long printed = prints.bytes();
      long allocated = THREADS.getTotalThreadAllocatedBytes();
      return new Reading(System.nanoTime(), allocated, gcMillis, compileMillis, printed);
    }

    /** Reads the clock first, likewise. */
    static Reading after(PrintCounter prints) {
      long nanos = System.nanoTime();
      long allocated = THREADS.getTotalThreadAllocatedBytes();
      return new Reading(
          nanos, allocated, Meter.gcMillis(), COMPILER.getTotalCompilationTime(), prints.bytes());
    }

    Reading minus(Reading earlier) {
      return new Reading(
          nanos - earlier.nanos,
          allocatedBytes - earlier.allocatedBytes,
          gcMillis - earlier.gcMillis,
          compileMillis - earlier.compileMillis,
          printed - earlier.printed);
    }
  }
}
