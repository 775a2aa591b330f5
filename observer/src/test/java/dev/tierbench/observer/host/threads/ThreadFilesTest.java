package dev.tierbench.observer.host.threads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.threads.Counter;
import dev.tierbench.run.threads.Counts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On files as the kernel writes them, in the place of /proc/PID/task. */
class ThreadFilesTest {

  private static final String STAT =
      "7 (a (thread) b) S 1 7 7 0 -1 4194368 11 0 12 0 1 2 0 0 20 0 30 0 4567 9 9 9";

  private static final String SCHED =
      """
      a (7, #threads: 9)
      -------------------------------------------------------------------
      se.exec_start                                :      26191361.775593
      se.nr_migrations                             :                   41
      nr_switches                                  :                   43
      numa_pages_migrated                          :                    7
      """;

  @TempDir Path tasks;

  private ThreadSample read() throws IOException {
    return read(true);
  }

  private ThreadSample read(boolean countsTurns) throws IOException {
    try (OpenThread open = OpenThread.open(tasks.toString(), "7", true)) {
      return new ThreadFiles(false, countsTurns).read(open).orElseThrow();
    }
  }

  private void write(String name, String text) throws IOException {
    Files.createDirectories(tasks.resolve("7"));
    Files.writeString(tasks.resolve("7").resolve(name), text);
  }

  @Test
  void everyColumnOfAThreadIsRead() throws IOException {
    write("stat", STAT);
    write("status", "Name:\tx\nvoluntary_ctxt_switches:\t21\nnonvoluntary_ctxt_switches:\t22\n");
    write("schedstat", "1000 2000 3\n");
    write("sched", SCHED);
    write("io", "rchar: 1\nwchar: 2\nsyscr: 31\nsyscw: 32\n");
    ThreadSample thread = read();
    assertThat(thread.comm()).isEqualTo("a (thread) b");
    assertThat(thread.startTicks()).isEqualTo(4567);
    Counts counts = thread.counts();
    assertThat(counts.get(Counter.CPU_NS)).contains(1000L);
    assertThat(counts.get(Counter.RUN_DELAY_NS)).contains(2000L);
    assertThat(counts.get(Counter.MINOR_FAULTS)).contains(11L);
    assertThat(counts.get(Counter.MAJOR_FAULTS)).contains(12L);
    assertThat(counts.get(Counter.CS_VOLUNTARY)).contains(21L);
    assertThat(counts.get(Counter.CS_INVOLUNTARY)).contains(22L);
    assertThat(counts.get(Counter.MIGRATIONS)).contains(41L);
    assertThat(thread.io()).contains(new IoCalls(31, 32));
  }

  @Test
  void theSwitchesOfAUserInManyGroupsAreRead() throws IOException {
    write("stat", STAT);
    write("status", "Groups:\t" + "1234567890 ".repeat(1_000) + "\nvoluntary_ctxt_switches:\t21\n");
    assertThat(read().counts().get(Counter.CS_VOLUNTARY)).contains(21L);
  }

  @Test
  void migrationsThatTheKernelDoesNotShowAreAbsentAndNotZero() throws IOException {
    write("stat", STAT);
    write("status", "Name:\tx\n");
    assertThat(read().counts().get(Counter.MIGRATIONS)).isEmpty();
    for (String without : new String[] {"", "a (7, #threads: 9)\n", "x\nse.nr_migrations :\n"}) {
      write("sched", without);
      assertThat(read().counts().get(Counter.MIGRATIONS)).as(without).isEmpty();
    }
    write("sched", "x\nse.nr_migrations :   0\n");
    assertThat(read().counts().get(Counter.MIGRATIONS)).contains(0L);
  }

  @Test
  void aThreadThatHasYetToRunHasUsedNoCpu() throws IOException {
    write("stat", STAT);
    write("status", "Name:\tx\n");
    write("schedstat", "0 0 0\n");
    assertThat(read().counts().get(Counter.CPU_NS)).contains(0L);
    assertThat(read().counts().get(Counter.RUN_DELAY_NS)).contains(0L);
  }

  /** A process that reads has run: a kernel that says it never did does not count. */
  @Test
  void cpuThatTheKernelDoesNotCountIsAbsentAndNotZero() throws IOException {
    write("stat", STAT);
    write("status", "Name:\tx\n");
    for (String uncounted : new String[] {"0 0 0\n", "", "0\n"}) {
      write("schedstat", uncounted);
      Counts counts = read(false).counts();
      assertThat(counts.get(Counter.CPU_NS)).isEmpty();
      assertThat(counts.get(Counter.RUN_DELAY_NS)).isEmpty();
      assertThat(counts.get(Counter.CS_VOLUNTARY)).isEmpty();
      assertThat(counts.get(Counter.MINOR_FAULTS)).contains(11L);
      assertThat(read(false).io()).isEmpty();
    }
  }
}
