package dev.tierbench.observer.host;

import dev.tierbench.observer.host.child.Command;
import dev.tierbench.run.CpuList;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Holds all threads of a process to cores, and verifies it by the affinity of each thread. */
public final class ProcessAffinity {

  /** A thread that starts while the others are moved may have the old cores. */
  private static final int TRIES = 5;

  private static final Duration LIMIT = Duration.ofSeconds(10);

  private ProcessAffinity() {}

  /**
   * Moves every thread.
   *
   * @throws IOException when the process is gone, or a thread may still run elsewhere
   */
  public static void hold(long pid, CpuList cores) throws IOException, InterruptedException {
    String process = String.valueOf(pid);
    for (int i = 0; i < TRIES && !isHeld(pid, cores); i++) {
      // Threads that end meanwhile make it fail; the affinity decides afterwards.
      boolean unused =
          Command.output(
                  List.of("taskset", "--all-tasks", "--cpu-list", "--pid", cores.text(), process))
              .isPresent();
    }
    require(pid, cores);
  }

  /**
   * Moves one thread of this process.
   *
   * @throws IOException when it may still run elsewhere
   */
  public static void holdThread(long tid, CpuList cores) throws IOException, InterruptedException {
    Command.run(
        List.of("taskset", "--cpu-list", "--pid", cores.text(), String.valueOf(tid)), LIMIT);
    String held = OwnProcess.REAL.threadCores(tid).map(CpuList::text).orElse("unknown cores");
    if (!held.equals(cores.text())) {
      throw new IOException(
          "thread " + tid + " may run on " + held + ", the plan holds it to " + cores.text());
    }
  }

  /**
   * Verifies that the kernel holds every thread to the cores.
   *
   * @throws IOException with the cores that threads may run on, when they differ
   */
  public static void require(long pid, CpuList cores) throws IOException {
    if (!isHeld(pid, cores)) {
      throw new IOException(
          "threads of process "
              + pid
              + " may run on "
              + Proc.REAL.affinity(pid)
              + " (cores and number of threads), the plan holds them to "
              + cores.text());
    }
  }

  private static boolean isHeld(long pid, CpuList cores) {
    Map<String, Integer> threads = Proc.REAL.affinity(pid);
    return !threads.isEmpty()
        && threads.keySet().stream().allMatch(list -> cores.covers(CpuList.parse(list)));
  }
}
