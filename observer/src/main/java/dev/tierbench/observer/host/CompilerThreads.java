package dev.tierbench.observer.host;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * CPU of the threads of the JIT compilers, HotSpot's own and Graal. They come and go with the work
 * unless the JVM was told to keep them; what one uses between its last reading and its end is not
 * known. Thread-safe.
 */
public final class CompilerThreads {

  /**
   * How the kernel's names of them begin: JDK 26 leaves out their middle. The rules of roles call
   * the same threads {@code jit}; to ask those of thousands of names would take too long here.
   */
  private static final List<String> NAMES = List.of("C1 Com", "C2 Com", "JVMCI");

  /** The option that makes a JVM start all of them at once and keep them. */
  public static final String KEPT = "-XX:-UseDynamicNumberOfCompilerThreads";

  private final Proc proc;
  private final long pid;

  /** Whether no other come: to list thousands of threads would delay the end of a window. */
  private final boolean kept;

  /** The names of threads do not change, and to read those of thousands takes a while. */
  private final Set<Long> seen = new HashSet<>();

  private final Map<Long, Long> live = new HashMap<>();
  private long ended;

  public CompilerThreads(Proc proc, long pid) {
    this.proc = proc;
    this.pid = pid;
    this.kept = proc.commandLine(pid).filter(line -> line.contains(KEPT)).isPresent();
    update();
  }

  /** CPU so far in nanoseconds; empty without any thread, or when the kernel does not count. */
  public synchronized Optional<Long> cpuNs() {
    if (!kept) {
      update();
    }
    boolean counted = false;
    for (Map.Entry<Long, Long> thread : live.entrySet()) {
      Optional<Long> nanos = proc.onCpuNs(pid, thread.getKey());
      nanos.ifPresent(thread::setValue);
      counted |= nanos.isPresent();
    }
    return counted
        ? Optional.of(ended + live.values().stream().mapToLong(Long::longValue).sum())
        : Optional.empty();
  }

  private void update() {
    for (long tid : List.copyOf(live.keySet())) {
      if (!isCompiler(tid)) { // it ended, or its TID is that of another now
        ended += live.remove(tid);
        seen.remove(tid);
      }
    }
    Set<Long> now = new HashSet<>(proc.threadIds(pid));
    seen.removeIf(tid -> !now.contains(tid) && !live.containsKey(tid));
    now.stream().filter(seen::add).filter(this::isCompiler).forEach(tid -> live.put(tid, 0L));
  }

  private boolean isCompiler(long tid) {
    return proc.threadName(pid, tid)
        .filter(name -> NAMES.stream().anyMatch(name::startsWith))
        .isPresent();
  }
}
