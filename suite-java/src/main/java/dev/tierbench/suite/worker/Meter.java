package dev.tierbench.suite.worker;

import com.sun.management.ThreadMXBean;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;

/** Readings of this JVM around a run. */
public final class Meter {

  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  /** Null in a JVM that only interprets. */
  private static final CompilationMXBean COMPILER = ManagementFactory.getCompilationMXBean();

  /** How the name ends of what counts the cycles of a concurrent collector beside its pauses. */
  private static final String CONCURRENT = " Cycles";

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

  /**
   * Length of all pauses of collections since the start of the JVM; empty with ZGC and Shenandoah,
   * whose work is not in pauses.
   */
  public static Optional<Long> gcMillis() {
    List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    return collectors.stream().anyMatch(each -> each.getName().endsWith(CONCURRENT))
        ? Optional.empty()
        : Optional.of(
            collectors.stream().mapToLong(GarbageCollectorMXBean::getCollectionTime).sum());
  }

  /** Length of the pauses since an earlier reading. */
  public static Optional<Long> gcMillisSince(Optional<Long> earlier) {
    return since(earlier, gcMillis());
  }

  private static Optional<Long> since(Optional<Long> earlier, Optional<Long> now) {
    return now.flatMap(millis -> earlier.map(before -> millis - before));
  }

  /** Time that the compilers of this JVM have worked; 0 where it only interprets. */
  private static long compileMillis() {
    return COMPILER == null ? 0 : COMPILER.getTotalCompilationTime();
  }

  /** Counts as they stand. */
  record Reading(
      long nanos, long allocatedBytes, Optional<Long> gcMillis, long compileMillis, long printed) {

    /** Reads the clock last, so that the other readings are not part of what follows. */
    static Reading before(PrintCounter prints) {
      Optional<Long> gcMillis = Meter.gcMillis();
      long compileMillis = Meter.compileMillis();
      long printed = prints.bytes();
      long allocated = THREADS.getTotalThreadAllocatedBytes();
      return new Reading(System.nanoTime(), allocated, gcMillis, compileMillis, printed);
    }

    /** Reads the clock first, likewise. */
    static Reading after(PrintCounter prints) {
      long nanos = System.nanoTime();
      long allocated = THREADS.getTotalThreadAllocatedBytes();
      return new Reading(nanos, allocated, Meter.gcMillis(), Meter.compileMillis(), prints.bytes());
    }

    Reading minus(Reading earlier) {
      return new Reading(
          nanos - earlier.nanos,
          allocatedBytes - earlier.allocatedBytes,
          since(earlier.gcMillis, gcMillis),
          compileMillis - earlier.compileMillis,
          printed - earlier.printed);
    }
  }
}
