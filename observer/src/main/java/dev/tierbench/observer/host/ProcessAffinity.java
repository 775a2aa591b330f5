package dev.tierbench.harness.host;

import dev.tierbench.run.CpuList;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Holds all threads of a process to cores, and proves it by what the kernel says of each. */
public final class ProcessAffinity {

  /** A thread that is born while the others are moved may have the old cores. */
  private static final int TRIES = 5;

  private static final Proc PROC = new Proc(SystemFiles.REAL);

  private ProcessAffinity() {}

  /**
   * Moves every thread.
   *
   * @throws IOException when the process is gone, or a thread may still run elsewhere
   */
  public static void hold(long pid, CpuList cores) throws IOException, InterruptedException {
    for (int i = 0; i < TRIES && !isHeld(pid, cores); i++) {
      // Threads that end meanwhile make it fail; what counts is what the kernel says afterwards.
      boolean unused =
          Command.output(
                  List.of(
                      "taskset",
                      "--all-tasks",
                      "--cpu-list",
                      "--pid",
                      cores.text(),
                      String.valueOf(pid)))
              .isPresent();
    }
    require(pid, cores);
  }

  /**
   * Asks the kernel whether every thread is held.
   *
   * @throws IOException saying where threads may run, when they are not
   */
  public static void require(long pid, CpuList cores) throws IOException {
    if (!isHeld(pid, cores)) {
      throw new IOException(
          "threads of process "
              + pid
              + " may run on "
              + PROC.affinity(pid)
              + " (cores and number of threads), the plan holds them to "
              + cores.text());
    }
  }

  private static boolean isHeld(long pid, CpuList cores) {
    Map<String, Integer> threads = PROC.affinity(pid);
    return !threads.isEmpty()
        && threads.keySet().stream().allMatch(list -> cores.covers(CpuList.parse(list)));
  }
}
