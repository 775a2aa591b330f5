package dev.tierbench.observer.host.threads;

import dev.tierbench.observer.host.OwnProcess;
import dev.tierbench.observer.host.Proc;
import dev.tierbench.observer.host.TargetProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * Takes snapshots of one process, with several readers and files that it keeps open, so that many
 * threads take little time. One snapshot at a time.
 */
public final class SnapshotReader implements AutoCloseable {

  private static final int MOST_READERS = 4;
  private static final int THREADS_PER_READER = 250;

  private final TargetProcess target;
  private final String folder;
  private final boolean withIo;
  private final long keepable;
  private final boolean countsTurns;
  private final Map<String, OpenThread> kept = new ConcurrentHashMap<>();

  /**
   * Creates a reader of the threads of one process.
   *
   * @param withIo whether the read and write calls of each thread are wanted, a further file
   */
  public SnapshotReader(TargetProcess target, boolean withIo) {
    this.target = target;
    this.withIo = withIo;
    this.folder = target.taskFolder().toString();
    this.countsTurns = Proc.REAL.countsTurns();
    // The other half of the descriptors is for whatever else this process has to do.
    this.keepable = OwnProcess.REAL.descriptorLimit() / 2 / OpenThread.DESCRIPTORS;
  }

  /** All threads now; those that end during the reading are absent. */
  public Snapshot read() {
    long start = System.nanoTime();
    Optional<Long> processCpu = processCpuNanos();
    String[] tids = threadIds();
    Map<Long, ThreadSample> samples = new ConcurrentHashMap<>(tids.length * 2);
    int readers = readersFor(tids.length);
    List<CompletableFuture<Void>> helpers =
        IntStream.range(1, readers)
            .mapToObj(part ->
                CompletableFuture.runAsync(
                    () -> read(tids, part, readers, samples), Thread.ofPlatform()::start))
            .toList();
    read(tids, 0, readers, samples);
    helpers.forEach(CompletableFuture::join); // an interrupt stays pending
    // The threads are read between the two, so their mean is what the threads add up to.
    Optional<Long> meanCpu =
        processCpu.flatMap(before -> processCpuNanos().map(after -> (before + after) / 2));
    return new Snapshot(start, System.nanoTime(), samples, meanCpu);
  }

  /**
   * The threads that the kernel lists, and those known from before: the listing leaves a thread out
   * when another ends meanwhile.
   */
  private String[] threadIds() {
    String[] listed = target.taskFolder().toFile().list();
    Set<String> tids = new LinkedHashSet<>(listed == null ? List.of() : List.of(listed));
    tids.addAll(kept.keySet());
    return tids.toArray(String[]::new);
  }

  private static int readersFor(int threads) {
    int cores = Runtime.getRuntime().availableProcessors();
    return Math.clamp(threads / THREADS_PER_READER, 1, Math.min(MOST_READERS, cores));
  }

  private void read(String[] tids, int part, int parts, Map<Long, ThreadSample> samples) {
    ThreadFiles files = new ThreadFiles(target.nested(), countsTurns);
    for (int index = part; index < tids.length; index += parts) {
      sample(files, tids[index]).ifPresent(sample -> samples.put(sample.tid(), sample));
    }
  }

  private Optional<ThreadSample> sample(ThreadFiles files, String tid) {
    OpenThread open = kept.get(tid);
    if (open != null) {
      Optional<ThreadSample> sample = files.read(open);
      if (sample.isPresent()) {
        return sample;
      }
      kept.remove(tid);
      close(open);
    }
    try {
      OpenThread fresh = OpenThread.open(folder, tid, withIo);
      Optional<ThreadSample> sample = files.read(fresh);
      if (sample.isPresent() && kept.size() < keepable) {
        kept.put(tid, fresh);
      } else {
        close(fresh);
      }
      return sample;
    } catch (IOException e) {
      // The thread ended between the listing and now.
      return Optional.empty();
    }
  }

  private static void close(OpenThread thread) {
    try {
      thread.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close the files of thread " + thread.tid(), e);
    }
  }

  private Optional<Long> processCpuNanos() {
    return Proc.REAL.cpu(target.pid()).map(Proc.CpuTimes::totalNs);
  }

  @Override
  public void close() {
    kept.values().forEach(SnapshotReader::close);
    kept.clear();
  }
}
