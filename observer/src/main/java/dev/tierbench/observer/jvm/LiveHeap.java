package dev.tierbench.observer.jvm;

import dev.tierbench.observer.host.CannotObserve;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.observer.host.heap.HeapWatch;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The heap of a JVM that is reachable, which only a full collection tells from old garbage. */
public final class LiveHeap {

  /** A collection of the young generation may come between a full one and its reading. */
  private static final int TRIES = 3;

  private LiveHeap() {}

  /**
   * Collects the whole heap, which stops the JVM for a moment.
   *
   * @return what that left, in bytes; empty when the JVM shows no counters, or those of an unknown
   *     collector, or does not collect when it is asked
   * @throws CannotObserve when there is no such process, or it is no JVM that this user may see
   * @throws IOException when it does not answer, or its counters cannot be read
   */
  public static Optional<Long> bytes(long pid) throws CannotObserve, IOException {
    TargetProcess target = TargetProcess.find(pid);
    Optional<HeapWatch> watch = HeapWatch.of(SystemFiles.REAL, pid);
    if (watch.isEmpty()) {
      return Optional.empty();
    }
    try (HeapWatch heap = watch.get()) {
      for (int tries = 0; tries < TRIES; tries++) {
        Optional<HeapWatch.Reading> before = heap.read();
        Jcmd.ask(target, List.of("GC.run"), "");
        Optional<HeapWatch.Reading> after = heap.read();
        if (before.flatMap(from -> after.filter(to -> isOneFull(from, to))).isPresent()) {
          return after.map(HeapWatch.Reading::keptBytes);
        }
      }
      return Optional.empty();
    }
  }

  /** Whether one collection lies between two readings, and that of the whole heap. */
  private static boolean isOneFull(HeapWatch.Reading from, HeapWatch.Reading to) {
    return to.fullCollections() == from.fullCollections() + 1
        && to.collections() == from.collections() + 1;
  }
}
