package dev.tierbench.observer.host.heap;

import static dev.tierbench.run.Units.NANOS_PER_SECOND;

import dev.tierbench.observer.host.SystemFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/**
 * What a JVM allocated and how long its collector stopped it, from its own counters. No counter
 * holds the sum of all allocation, so that of G1 is added up: a thread looks at eden every few
 * milliseconds, and at each collection adds what eden held, without what the threads left empty in
 * their buffers. Objects of half a region and more ("humongous") are not in eden and not counted.
 * Thread-safe.
 */
public final class HeapWatch implements AutoCloseable {

  private static final long INTERVAL_MILLIS = 10;
  private static final int WORD_BYTES = 8;

  private final HeapCounters counters;
  private final Optional<CounterFile> file;
  private long collected;
  private long collections;
  private long lastEnds;
  private long edenSeen;
  private double usedShare = 1;
  private long missed;
  private volatile boolean closed;

  /** A watch that looks only when {@link #look} is called. */
  HeapWatch(HeapCounters counters) {
    this(counters, Optional.empty());
  }

  private HeapWatch(HeapCounters counters, Optional<CounterFile> file) {
    this.counters = counters;
    this.file = file;
    this.collections = counters.collections().getAsLong();
    this.lastEnds = counters.lastEnds().getAsLong();
    this.edenSeen = counters.eden().getAsLong();
  }

  /**
   * The state of a heap at an instant; what is a sum is one since the watch began.
   *
   * @param allocatedBytes empty when the collector does not count them
   * @param missed collections whose volume was not seen: a sum over one of them is too small
   * @param fullCollections those of the whole heap among them
   * @param keptBytes what the last collection left in the heap
   */
  public record Reading(
      String collector,
      Optional<Long> allocatedBytes,
      long missed,
      long collections,
      long fullCollections,
      long pauses,
      long pauseNs,
      long keptBytes) {}

  /**
   * Begins to watch a JVM.
   *
   * @return empty when it shows no counters, or those of an unknown collector
   * @throws IOException saying why its counters are not read
   */
  public static Optional<HeapWatch> of(SystemFiles files, long pid) throws IOException {
    Optional<CounterFile> file = CounterFile.of(files, pid);
    if (file.isEmpty()) {
      return Optional.empty();
    }
    try {
      Optional<HeapWatch> watch =
          file.get()
              .data()
              .flatMap(HeapCounters::of)
              .map(counters -> new HeapWatch(counters, file));
      if (watch.isEmpty()) {
        file.get().close();
      }
      watch
          .filter(each -> each.counters.countsEden())
          .ifPresent(each ->
              Thread.ofPlatform().name("heap-of-" + pid).daemon().start(each::lookUntilClosed));
      return watch;
    } catch (IOException | UncheckedIOException e) {
      file.get().close();
      throw new IOException(e.getMessage(), e);
    }
  }

  private void lookUntilClosed() {
    while (!closed && lookIfReadable()) {
      try {
        Thread.sleep(INTERVAL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /** Ends the watch of a JVM whose counters were cut or went away. */
  private boolean lookIfReadable() {
    try {
      look();
      return true;
    } catch (UncheckedIOException e) {
      close();
      return false;
    }
  }

  /**
   * Takes in what changed. A collection counts when it has ended, which its time of end shows, as
   * its number is raised when it begins. Until then eden stands at what it held.
   */
  synchronized void look() {
    long ends = counters.lastEnds().getAsLong();
    if (ends == lastEnds) {
      edenSeen = Math.max(edenSeen, counters.eden().getAsLong());
      return;
    }
    long begun = counters.collections().getAsLong();
    missed += Math.max(0, begun - collections - 1);
    long taken = Math.max(edenSeen, counters.threadBuffers().getAsLong() * WORD_BYTES);
    long used = Math.max(0, taken - counters.bufferWaste().getAsLong() * WORD_BYTES);
    collected += used;
    usedShare = taken > 0 ? (double) used / taken : 1;
    edenSeen = counters.eden().getAsLong();
    collections = begun;
    lastEnds = ends;
  }

  /** The state now; empty when the counters cannot be read any more. */
  public synchronized Optional<Reading> read() {
    if (closed) {
      return Optional.empty();
    }
    try {
      look();
      return Optional.of(reading());
    } catch (UncheckedIOException e) {
      close();
      return Optional.empty();
    }
  }

  private Reading reading() {
    return new Reading(
        counters.collector(),
        counters.countsEden()
            ? Optional.of(collected + Math.round(edenSeen * usedShare))
            : Optional.empty(),
        missed,
        collections,
        counters.fullCollections().getAsLong(),
        counters.pauses().getAsLong(),
        Math.round(
            counters.pauseTicks().getAsLong() * NANOS_PER_SECOND / counters.ticksPerSecond()),
        counters.kept().getAsLong());
  }

  @Override
  public synchronized void close() {
    closed = true;
    file.ifPresent(HeapWatch::close);
  }

  private static void close(CounterFile file) {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close the JVM's counters", e);
    }
  }
}
