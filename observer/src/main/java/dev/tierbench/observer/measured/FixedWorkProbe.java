package dev.tierbench.observer.measured;

import dev.tierbench.observer.host.OwnProcess;
import dev.tierbench.observer.host.ProcessAffinity;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.record.HostSpeed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/**
 * Times arithmetic that stays in the registers, and loads that each wait for the one before: a walk
 * along one random cycle over a working set that a core's own cache does not hold. It runs on a
 * thread of its own on the server's cores, in methods that are compiled before the first reading.
 * Not thread-safe.
 */
public final class FixedWorkProbe implements AutoCloseable {

  /** A disturbance of less than a tenth of a second leaves the middle one alone. */
  private static final int READINGS = 5;

  private static final int WARM_UP_READINGS = 20;

  /**
   * Number of ints in the working set: 4 MiB, twice the second-level cache of common server cores.
   */
  private static final int WORKING_SET = (4 << 20) / Integer.BYTES;

  /** Short calls, so that the compiler replaces whole methods and no loop under way. */
  private static final int CALL_STEPS = 1_000;

  private static final int ALU_CALLS = 10_000;
  private static final int MEMORY_CALLS = 600;
  private static final long SEED = 88_172_645_463_325_252L;

  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().name("host-probe").daemon().factory());
  private final String cores;
  private final int[] cycle = cycle(WORKING_SET);
  private long state = SEED;
  private int place;

  private FixedWorkProbe(String cores) {
    this.cores = cores;
  }

  /**
   * A probe that is ready to read.
   *
   * @param cores those of the server; empty when it is not held to any
   * @throws IOException when the thread cannot be held to them
   */
  public static FixedWorkProbe on(Optional<CpuList> cores)
      throws IOException, InterruptedException {
    FixedWorkProbe probe =
        new FixedWorkProbe(cores.orElseGet(() -> OwnProcess.REAL.cores()).text());
    if (cores.isPresent()) {
      ProcessAffinity.holdThread(probe.onThread(() -> OwnProcess.REAL.threadId()), cores.get());
    }
    probe.readings(WARM_UP_READINGS);
    return probe;
  }

  /** The cores that it runs on, as the kernel writes them. */
  public String cores() {
    return cores;
  }

  /** Does the fixed work a few times; no load may run meanwhile. */
  public List<HostSpeed.Reading> read() throws InterruptedException {
    return readings(READINGS);
  }

  private List<HostSpeed.Reading> readings(int count) throws InterruptedException {
    return onThread(() -> {
      List<HostSpeed.Reading> readings = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        readings.add(new HostSpeed.Reading(arithmetic(), loads()));
      }
      return readings;
    });
  }

  private <T> T onThread(Callable<T> work) throws InterruptedException {
    try {
      return thread.submit(work).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the probe cannot fail", e.getCause());
    }
  }

  private long arithmetic() {
    long start = System.nanoTime();
    for (int i = 0; i < ALU_CALLS; i++) {
      state = xorshift(state);
    }
    return System.nanoTime() - start;
  }

  private long loads() {
    long start = System.nanoTime();
    for (int i = 0; i < MEMORY_CALLS; i++) {
      place = walk(cycle, place);
    }
    return System.nanoTime() - start;
  }

  /** Marsaglia's xorshift, 2003. */
  private static long xorshift(long seed) {
    long x = seed;
    for (int i = 0; i < CALL_STEPS; i++) {
      x ^= x << 13;
      x ^= x >>> 7;
      x ^= x << 17;
    }
    return x;
  }

  private static int walk(int[] next, int from) {
    int at = from;
    for (int i = 0; i < CALL_STEPS; i++) {
      at = next[at];
    }
    return at;
  }

  /** A random permutation of one cycle (Sattolo 1986), the same in every run. */
  static int[] cycle(int size) {
    int[] next = IntStream.range(0, size).toArray();
    Random random = new Random(SEED);
    for (int i = next.length - 1; i > 0; i--) {
      int j = random.nextInt(i);
      int swapped = next[i];
      next[i] = next[j];
      next[j] = swapped;
    }
    return next;
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
