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

  private LiveHeap() {}

  /**
   * Collects the whole heap, which stops the JVM for a moment.
   *
   * @return what that left, in bytes; empty when the JVM shows no counters, or those of an unknown
   *     collector
   * @throws CannotObserve when there is no such process, or it is no JVM that this user may see
   * @throws IOException when it does not collect, or its counters cannot be read
   */
  public static Optional<Long> bytes(long pid) throws CannotObserve, IOException {
    TargetProcess target = TargetProcess.find(pid);
    Jcmd.ask(target, List.of("GC.run"), "");
    Optional<HeapWatch> watch = HeapWatch.of(SystemFiles.REAL, pid);
    if (watch.isEmpty()) {
      return Optional.empty();
    }
    try (HeapWatch heap = watch.get()) {
      return heap.read().map(HeapWatch.Reading::keptBytes);
    }
  }
}
