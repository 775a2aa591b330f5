package dev.tierbench.observer.proc;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/** Takes snapshots of one process, with several readers so that many threads take little time. */
public final class SnapshotReader {

  private static final int MOST_READERS = 4;
  private static final int THREADS_PER_READER = 250;
  private static final long NANOS_PER_TICK = 10_000_000;
  private static final int USER_TIME = 11;
  private static final int SYSTEM_TIME = 12;

  private final TargetProcess target;

  public SnapshotReader(TargetProcess target) {
    this.target = target;
  }

  /** All threads now; those that end during the reading are absent. */
  public Snapshot read() {
    long start = System.nanoTime();
    Optional<Long> processCpu = processCpuNanos();
    String folder = target.taskFolder().toString();
    String[] names = target.taskFolder().toFile().list();
    String[] tids = names == null ? new String[0] : names;
    Map<Long, ThreadSample> samples = new ConcurrentHashMap<>(tids.length * 2);
    int readers = readersFor(tids.length);
    Thread[] helpers =
        IntStream.range(1, readers)
            .mapToObj(
                part -> Thread.ofPlatform().start(() -> read(folder, tids, part, readers, samples)))
            .toArray(Thread[]::new);
    read(folder, tids, 0, readers, samples);
    Arrays.stream(helpers).forEach(SnapshotReader::join);
    return new Snapshot(start, System.nanoTime(), samples, processCpu);
  }

  private static int readersFor(int threads) {
    int cores = Runtime.getRuntime().availableProcessors();
    return Math.clamp(threads / THREADS_PER_READER, 1, Math.min(MOST_READERS, cores));
  }

  private void read(
      String folder, String[] tids, int part, int parts, Map<Long, ThreadSample> samples) {
    ThreadFiles files = new ThreadFiles(target.nested());
    for (int index = part; index < tids.length; index += parts) {
      files.read(folder, tids[index]).ifPresent(sample -> samples.put(sample.tid(), sample));
    }
  }

  private static void join(Thread helper) {
    boolean interrupted = false;
    while (helper.isAlive()) {
      try {
        helper.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private Optional<Long> processCpuNanos() {
    return Proc.text(Path.of("/proc/" + target.pid() + "/stat"))
        .map(stat -> stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1))
        .map(fields ->
            (Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME]))
                * NANOS_PER_TICK);
  }
}
