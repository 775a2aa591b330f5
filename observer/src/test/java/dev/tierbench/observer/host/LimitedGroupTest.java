package dev.tierbench.observer.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tierbench.run.plan.ResourceLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LimitedGroupTest {

  private static final double HALF = 0.5;
  private static final long LIMIT_BYTES = 32 << 20;
  private static final long WINDOW_MILLIS = 3_000;

  /** A quota's period and the error of the clocks, of a window of three seconds. */
  private static final double ERROR = 0.05;

  @TempDir Path root;

  private static ResourceLimits quota(double cores) {
    return new ResourceLimits(Optional.of(cores), Optional.empty());
  }

  private static ResourceLimits memory(long bytes) {
    return new ResourceLimits(Optional.empty(), Optional.of(bytes));
  }

  /** A thread that spins gets what the quota says, and is stopped in each of its periods. */
  @Test
  @Tag("process")
  @Tag("timed")
  void aSpinningThreadGetsItsQuotaAndOneStopInEachPeriod() throws Exception {
    assumeTrue(
        Files.isWritable(Path.of("/sys/fs/cgroup"))
            && "root".equals(System.getProperty("user.name")),
        "takes root");
    Process spinning;
    LimitedGroup group = LimitedGroup.make(SystemFiles.REAL, "a test/of quotas", quota(HALF));
    try {
      spinning =
          new ProcessBuilder(group.starting(List.of("sh", "-c", "while :; do :; done"))).start();
      try {
        Cgroup own = inGroup(spinning.pid(), group);
        assertThat(own.quotaCores()).contains(HALF);
        Thread.sleep(500);
        Cgroup.Times before = own.times();
        long from = System.nanoTime();
        Thread.sleep(WINDOW_MILLIS);
        Cgroup.Times after = own.times();
        double seconds = (System.nanoTime() - from) / 1e9;
        double cores = (after.cpuNs().orElseThrow() - before.cpuNs().orElseThrow()) / 1e9 / seconds;
        assertThat(cores).isCloseTo(HALF, within(HALF * ERROR));
        double throttles = after.throttles().orElseThrow() - before.throttles().orElseThrow();
        assertThat(throttles).isCloseTo(seconds * 10, within(2.0));
      } finally {
        spinning.destroyForcibly().waitFor();
      }
    } finally {
      group.close();
    }
    assertThat(group.folders()).noneMatch(Files::exists);
  }

  private static Cgroup inGroup(long pid, LimitedGroup group) throws InterruptedException {
    Cgroup found = Cgroup.of(SystemFiles.REAL, pid).orElseThrow();
    for (int tries = 0; tries < 100 && !found.path().contains(group.name()); tries++) {
      Thread.sleep(10);
      found = Cgroup.of(SystemFiles.REAL, pid).orElseThrow();
    }
    assertThat(found.path()).endsWith(group.name());
    return found;
  }

  /** A program that fills its memory is ended by the kernel, which says so. */
  @Test
  @Tag("process")
  void aProgramThatNeedsMoreThanItsLimitIsEnded() throws Exception {
    assumeTrue(
        Files.isWritable(Path.of("/sys/fs/cgroup"))
            && "root".equals(System.getProperty("user.name")),
        "takes root");
    try (LimitedGroup group = LimitedGroup.make(SystemFiles.REAL, "memory", memory(LIMIT_BYTES))) {
      Process filling =
          new ProcessBuilder(
                  group.starting(
                      List.of("sh", "-c", "x=$(head -c 100000000 /dev/zero | tr '\\0' x)")))
              .redirectErrorStream(true)
              .start();
      assertThat(filling.waitFor()).as("ended by signal 9").isEqualTo(128 + 9);
      assertThat(group.oomKills().orElseThrow()).isPositive();
    }
  }

  private void file(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @Test
  void ofVersionTwoTheGroupIsBelowTheRoot() throws IOException {
    file("sys/fs/cgroup/cgroup.subtree_control", "cpuset cpu memory\n");
    LimitedGroup group = LimitedGroup.make(new SystemFiles(root), "netty+quota=1.5", quota(1.5));
    assertThat(group.name()).matches("tierbench-\\d+-netty\\+quota=1.5");
    assertThat(root.resolve("sys/fs/cgroup").resolve(group.name()).resolve("cpu.max"))
        .content()
        .isEqualTo("150000 100000");
    assertThat(group.starting(List.of("java", "-jar")))
        .startsWith("sh", "-c")
        .endsWith("limits", group.folders().getFirst().toString(), "--", "java", "-jar");
  }

  @Test
  void ofVersionOneTheGroupIsBelowOurOwnInQuotaAndAccount() throws IOException {
    file("proc/self/cgroup", "4:cpu:/user\n3:cpuacct:/user\n");
    file("sys/fs/cgroup/cpu/user/cgroup.procs", "");
    file("sys/fs/cgroup/cpuacct/user/cgroup.procs", "");
    LimitedGroup group = LimitedGroup.make(new SystemFiles(root), "tomcat", quota(0.25));
    assertThat(group.folders()).hasSize(2);
    assertThat(group.folders().getFirst().resolve("cpu.cfs_quota_us")).content().isEqualTo("25000");
    assertThat(group.folders().getLast()).hasParent(root.resolve("sys/fs/cgroup/cpuacct/user"));
  }

  @Test
  void aLimitOfMemoryAllowsNoSwapToGetAroundIt() throws IOException {
    file("sys/fs/cgroup/cgroup.subtree_control", "cpu memory\n");
    LimitedGroup second = LimitedGroup.make(new SystemFiles(root), "tomcat", memory(4_096));
    Path folder = root.resolve("sys/fs/cgroup").resolve(second.name());
    assertThat(folder.resolve("memory.max")).content().isEqualTo("4096");
    assertThat(folder.resolve("cpu.max")).doesNotExist();
    file("sys/fs/cgroup/" + second.name() + "/memory.swap.max", "max");
    LimitedGroup.make(new SystemFiles(root), "tomcat", memory(4_096));
    assertThat(folder.resolve("memory.swap.max")).content().isEqualTo("0");
  }

  @Test
  void whereNoGroupCanHaveAQuotaTheWayOutIsNamed() throws IOException {
    file("sys/fs/cgroup/cgroup.subtree_control", "memory pids\n");
    assertThatIOException()
        .isThrownBy(() -> LimitedGroup.make(new SystemFiles(root), "tomcat", quota(1)))
        .withMessageContaining("has no 'cpu'; as root: echo +cpu > ");
  }
}
