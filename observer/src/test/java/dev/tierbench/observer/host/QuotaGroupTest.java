package dev.tierbench.observer.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuotaGroupTest {

  private static final double HALF = 0.5;
  private static final long WINDOW_MILLIS = 3_000;

  /** A quota's period and the error of the clocks, of a window of three seconds. */
  private static final double ERROR = 0.05;

  @TempDir Path root;

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
    QuotaGroup group = QuotaGroup.make(SystemFiles.REAL, "a test/of quotas", HALF);
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

  private static Cgroup inGroup(long pid, QuotaGroup group) throws InterruptedException {
    Cgroup found = Cgroup.of(SystemFiles.REAL, pid).orElseThrow();
    for (int tries = 0; tries < 100 && !found.path().contains(group.name()); tries++) {
      Thread.sleep(10);
      found = Cgroup.of(SystemFiles.REAL, pid).orElseThrow();
    }
    assertThat(found.path()).endsWith(group.name());
    return found;
  }

  private void file(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @Test
  void ofVersionTwoTheGroupIsBelowTheRoot() throws IOException {
    file("sys/fs/cgroup/cgroup.subtree_control", "cpuset cpu memory\n");
    QuotaGroup group = QuotaGroup.make(new SystemFiles(root), "netty+quota=1.5", 1.5);
    assertThat(group.name()).matches("tierbench-\\d+-netty\\+quota=1.5");
    assertThat(root.resolve("sys/fs/cgroup").resolve(group.name()).resolve("cpu.max"))
        .content()
        .isEqualTo("150000 100000");
    assertThat(group.starting(List.of("java", "-jar")))
        .startsWith("sh", "-c")
        .endsWith("quota", group.folders().getFirst().toString(), "--", "java", "-jar");
  }

  @Test
  void ofVersionOneTheGroupIsBelowOurOwnInQuotaAndAccount() throws IOException {
    file("proc/self/cgroup", "4:cpu:/user\n3:cpuacct:/user\n");
    file("sys/fs/cgroup/cpu/user/cgroup.procs", "");
    file("sys/fs/cgroup/cpuacct/user/cgroup.procs", "");
    QuotaGroup group = QuotaGroup.make(new SystemFiles(root), "tomcat", 0.25);
    assertThat(group.folders()).hasSize(2);
    assertThat(group.folders().getFirst().resolve("cpu.cfs_quota_us")).content().isEqualTo("25000");
    assertThat(group.folders().getLast()).hasParent(root.resolve("sys/fs/cgroup/cpuacct/user"));
  }

  @Test
  void whereNoGroupCanHaveAQuotaTheWayOutIsNamed() throws IOException {
    file("sys/fs/cgroup/cgroup.subtree_control", "memory pids\n");
    assertThatIOException()
        .isThrownBy(() -> QuotaGroup.make(new SystemFiles(root), "tomcat", 1))
        .withMessageContaining("has no 'cpu'; as root: echo +cpu > ");
  }
}
