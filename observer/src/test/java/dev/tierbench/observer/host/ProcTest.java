package dev.tierbench.observer.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.record.Tiers;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcTest {

  @TempDir Path root;

  private void file(String path, String text) {
    RunJson.write(root.resolve(path), text);
  }

  private Proc proc() {
    return new Proc(new SystemFiles(root));
  }

  @Test
  void cpuTimesAreFoundBehindACommandNameWithBracketsAndBlanks() {
    file(
        "proc/7/stat",
        "7 (a) b) c) S 1 7 7 0 -1 4194560 1 0 0 0 250 30 0 0 20 0 42 0 900 1 1 1 0\n");
    assertThat(proc().cpu(7)).contains(new Proc.CpuTimes(2_500_000_000L, 300_000_000L));
  }

  @Test
  void aProcessThatEndedHasNoStartThoughItsParentHasNotAskedForIt() {
    String rest = " 1 7 7 0 -1 4194560 1 0 0 0 250 30 0 0 20 0 42 0 900 1 1 1 0\n";
    file("proc/7/stat", "7 (java) S" + rest);
    file("proc/8/stat", "8 (java) Z" + rest);
    assertThat(proc().startTicks(7)).contains(900L);
    assertThat(proc().startTicks(8)).isEmpty();
    assertThat(proc().startTicks(9)).isEmpty();
  }

  @Test
  void aProcessHasTheTimesOfItsChildrenAndOfThoseThatEnded() {
    String stat = "%d (postgres) S 1 7 7 0 -1 4194560 1 0 0 0 %d %d %d %d 20 0 1 0 900 1 1 1 0\n";
    file("proc/7/stat", stat.formatted(7, 100, 10, 20, 2));
    file("proc/8/stat", stat.formatted(8, 1_000, 200, 0, 0));
    file("proc/7/task/7/children", "8 9 ");
    assertThat(proc().cpuWithChildren(7))
        .contains(new Proc.CpuTimes(11_200_000_000L, 2_120_000_000L));
    file("proc/7/task/7/children", "");
    assertThat(proc().cpuWithChildren(7)).contains(new Proc.CpuTimes(1_200_000_000L, 120_000_000L));
  }

  @Test
  void aKernelThatListsNoChildrenHasNoTimesOfThem() {
    file("proc/7/stat", "7 (postgres) S 1 7 7 0 -1 4194560 1 0 0 0 1 1 1 1 20 0 1 0 900 1 1 1 0\n");
    assertThat(proc().cpuWithChildren(7)).isEmpty();
  }

  @Test
  void aProcessThatIsGoneHasNoTimes() {
    assertThat(proc().cpuWithChildren(8)).isEmpty();
    assertThat(proc().cpu(8)).isEmpty();
    assertThat(proc().rssBytes(8)).isEmpty();
    assertThat(proc().threads(8)).isEmpty();
  }

  @Test
  void aDamagedFileHasNoValues() {
    for (String stat :
        new String[] {"", ")", "7 (java", "7 (java) S 1 7 x", "7 (java) S 1 7 7 0"}) {
      file("proc/7/stat", stat);
      assertThat(proc().cpu(7)).isEmpty();
      assertThat(proc().startTicks(7)).isEmpty();
    }
    file("proc/7/status", "VmRSS:\tmuch kB\nThreads:\t99999999999\nUid:\t0\n");
    assertThat(proc().rssBytes(7)).isEmpty();
    assertThat(proc().threads(7)).isEmpty();
    assertThat(proc().user(7)).isEmpty();
    file("proc/stat", "cpu0 5 0 10\ncpu1 5 1 10 50 x 1 2 4\n");
    assertThat(proc().host().perCore()).isEmpty();
  }

  @Test
  void aKernelThatDoesNotCountIsKnown() {
    assertThat(proc().countsTurns()).isFalse();
    file("proc/self/schedstat", "0 0 0\n");
    assertThat(proc().countsTurns()).isFalse();
    file("proc/self/schedstat", "1000 5 3\n");
    assertThat(proc().countsTurns()).isTrue();
  }

  @Test
  void aHostIsBusyWhenItIsNeitherIdleNorRobbed() {
    HostTimes before = host("cpu0 5 0 10 50 3 1 1 3 0 0", "cpu1 5 1 10 50 2 1 2 4 0 0");
    // The timer's ticks fell on the work of the first core five times as often as it ran, and
    // between that of the second.
    HostTimes after = host("cpu0 9 0 16 55 3 3 3 4 0 0", "cpu1 5 1 10 50 4 1 2 4 0 0");
    assertThat(after.since(before, 100_000_000))
        .isEqualTo(
            new Tiers.Host(
                2,
                40_000_000L + 80_000_000L,
                50_000_000L + 20_000_000L,
                10_000_000L,
                List.of(
                    new Tiers.Core(0, 40_000_000L, 50_000_000L, 10_000_000L, 40_000_000L),
                    new Tiers.Core(1, 80_000_000L, 20_000_000L, 0, 0))));
  }

  @Test
  void aCoreThatWasOfflineAtEitherEndIsNotCounted() {
    HostTimes one = host("cpu0 5 0 10 50 3 1 1 3 0 0");
    HostTimes two = host("cpu0 5 0 10 51 3 1 1 3 0 0", "cpu3 5 1 10 50 2 1 2 4 0 0");
    assertThat(two.since(one, 20_000_000).cores()).isEqualTo(1);
    assertThat(one.since(two, 20_000_000).perCore())
        .as("what falls back did not happen")
        .containsExactly(new Tiers.Core(0, 20_000_000L, 0, 0, 0));
  }

  private HostTimes host(String... cores) {
    file("proc/stat", "cpu  10 1 20 100 5 2 3 7 0 0\n" + String.join("\n", cores) + "\nctxt 7\n");
    return proc().host();
  }

  @Test
  void thisJvmIsSeenWithItsThreadsMemoryAndCores() {
    Proc real = new Proc(SystemFiles.REAL);
    long pid = ProcessHandle.current().pid();
    assertThat(real.threads(pid).orElseThrow()).isGreaterThan(1);
    assertThat(real.rssBytes(pid).orElseThrow()).isGreaterThan(1 << 20);
    assertThat(new CompilerThreads(real, pid).cpuNs()).isPresent();
    assertThat(real.countsTurns()).isTrue();
    assertThat(real.affinity(pid).values().stream().mapToInt(Integer::intValue).sum())
        .isGreaterThan(1);
    assertThat(real.schedulingGroup(pid).session()).isPresent();
  }

  @Test
  void filesOfNumbersUnderProcSysAreReadWhole() {
    assertThat(SystemFiles.REAL.read("proc/sys/net/ipv4/ip_local_port_range").orElseThrow())
        .matches("\\d{2,5}\\s+\\d{4,5}");
  }
}
