package dev.tierbench.observer.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tierbench.run.Tier;
import dev.tierbench.run.plan.ResourceLimits;
import dev.tierbench.run.record.Tiers;
import dev.tierbench.run.record.TiersCgroupBuilder;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LimitedGroupTest {

  private static final double HALF = 0.5;
  private static final long LIMIT_BYTES = 32 << 20;
  private static final long WINDOW_MILLIS = 3_000;

  /** Long enough that one period without a stop is less than what the test allows. */
  private static final long SPIN_MILLIS = 10_000;

  private static final double PERIOD_SECONDS = 0.1;

  /** Less than a program held once and more than it holds without that. */
  private static final long HELD_BYTES = 15_000_000;

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
    assumeRoot();
    Process spinning;
    LimitedGroup group = LimitedGroup.make(SystemFiles.REAL, "a test/of quotas", quota(HALF));
    try {
      prefer(group);
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
    for (int tries = 0; tries < 100 && !isIn(found, group); tries++) {
      Thread.sleep(10);
      found = Cgroup.of(SystemFiles.REAL, pid).orElseThrow();
    }
    assertThat(found.path()).endsWith(group.name());
    return found;
  }

  /** A process enters one hierarchy after another, and its CPU is counted in the second. */
  private static boolean isIn(Cgroup found, LimitedGroup group) {
    return found.path().contains(group.name())
        && Stream.of("cpu", "cpuacct", "memory")
            .flatMap(controller -> found.path(controller).stream())
            .allMatch(path -> path.contains(group.name()));
  }

  /**
   * Threads that want all cores get the quota once in each period, whose end stops them: the
   * kernel's own model, which the readings have to tell. Both ends of the window lie just behind a
   * period's, so that no part of one is in it.
   */
  @Test
  @Tag("process")
  @Tag("timed")
  void threadsThatWantMoreThanTheirQuotaAreStoppedInEveryPeriodAndUseIt() throws Exception {
    assumeRoot();
    String spin = "for each in 1 2 3 4; do while :; do :; done & done; wait";
    try (LimitedGroup group = LimitedGroup.make(SystemFiles.REAL, "spinners", quota(HALF))) {
      prefer(group);
      Process spinning = new ProcessBuilder(group.starting(List.of("sh", "-c", spin))).start();
      try {
        Cgroup own = inGroup(spinning.pid(), group);
        Thread.sleep(500);
        assertThat(spinning.descendants()).hasSize(4);
        Reading from = atPeriodEnd(own);
        Thread.sleep(SPIN_MILLIS);
        Reading to = atPeriodEnd(own);
        double seconds = (to.nanoTime() - from.nanoTime()) / 1e9;
        long periods = periods(to.times()) - periods(from.times());
        double usedSeconds =
            (to.times().cpuNs().orElseThrow() - from.times().cpuNs().orElseThrow()) / 1e9;
        Tiers.Cgroup window =
            TiersCgroupBuilder.builder()
                .tier(Tier.SERVER)
                .throttles(Optional.of(throttles(to.times()) - throttles(from.times())))
                .periods(Optional.of(periods))
                .build();
        assertThat(window.throttledPercent().orElseThrow()).isBetween(95.0, 100.0);
        assertThat(usedSeconds / seconds).isCloseTo(HALF, within(0.01 * HALF));
        assertThat(usedSeconds).isLessThanOrEqualTo(HALF * (periods + 1) * PERIOD_SECONDS);
      } finally {
        List<ProcessHandle> spinners = spinning.descendants().toList();
        spinning.destroyForcibly().waitFor();
        spinners.forEach(ProcessHandle::destroyForcibly);
      }
    }
  }

  /** Other programs leave it more than its quota, whatever they do. */
  private static void prefer(LimitedGroup group) throws IOException {
    Path folder = group.folders().getFirst();
    Path ofFirst = folder.resolve("cpu.shares");
    if (Files.exists(ofFirst)) {
      Files.writeString(ofFirst, "262144");
    } else {
      Files.writeString(folder.resolve("cpu.weight"), "10000");
    }
  }

  private record Reading(long nanoTime, Cgroup.Times times) {}

  /** The first reading after the end of a period that the quota did not last for. */
  private static Reading atPeriodEnd(Cgroup group) throws InterruptedException {
    long before = throttles(group.times());
    Reading reading;
    do {
      Thread.sleep(1);
      reading = new Reading(System.nanoTime(), group.times());
    } while (throttles(reading.times()) == before);
    return reading;
  }

  private static long throttles(Cgroup.Times times) {
    return times.throttles().orElseThrow();
  }

  private static long periods(Cgroup.Times times) {
    return times.periods().orElseThrow();
  }

  private static void assumeRoot() {
    assumeTrue(
        Files.isWritable(Path.of("/sys/fs/cgroup"))
            && "root".equals(System.getProperty("user.name")),
        "takes root");
  }

  /** A program that holds much for a while, and little from then on. */
  @Test
  @Tag("process")
  void aPeakThatIsResetForgetsWhatTheGroupHeldBefore() throws Exception {
    assumeRoot();
    String hold =
        "x=$(head -c 20000000 /dev/zero | tr '\\0' x); echo held; read line; unset x; echo free;"
            + " read line";
    try (LimitedGroup group =
        LimitedGroup.make(SystemFiles.REAL, "peak", memory(8 * LIMIT_BYTES))) {
      Process holding = new ProcessBuilder(group.starting(List.of("bash", "-c", hold))).start();
      try (BufferedReader lines = holding.inputReader();
          BufferedWriter input = holding.outputWriter()) {
        assertThat(lines.readLine()).isEqualTo("held");
        assertThat(group.memoryPeakBytes()).as("before the first reset").isEmpty();
        assumeTrue(group.resetMemoryPeak(), "takes a kernel that resets the peak of a group");
        assertThat(group.memoryPeakBytes().orElseThrow()).isGreaterThan(HELD_BYTES);
        input.write("\n");
        input.flush();
        assertThat(lines.readLine()).isEqualTo("free");
        assertThat(group.memoryPeakBytes().orElseThrow()).isGreaterThan(HELD_BYTES);
        assertThat(group.resetMemoryPeak()).isTrue();
        assertThat(group.memoryPeakBytes().orElseThrow()).isLessThan(HELD_BYTES);
      } finally {
        holding.destroyForcibly().waitFor();
      }
    }
  }

  @Test
  void aGroupWithoutAnAccountOfMemoryHasNoPeakToReset() {
    LimitedGroup group = new LimitedGroup("none", List.of(root), quota(1));
    assertThat(group.resetMemoryPeak()).isFalse();
    assertThat(group.memoryPeakBytes()).isEmpty();
  }

  private String errors(Runnable action) {
    PrintStream before = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      action.run();
    } finally {
      System.setErr(before);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aFolderThatCannotBeRemovedIsNamedAndTheOthersAreRemoved() throws IOException {
    file("first/inside", "");
    Path second = Files.createDirectory(root.resolve("second"));
    LimitedGroup group = new LimitedGroup("two", List.of(root.resolve("first"), second), quota(1));
    assertThat(errors(group::close))
        .startsWith("warning: the control group " + root.resolve("first") + " is left behind");
    assertThat(second).doesNotExist();
  }

  /** Its last process goes on for a moment after its group is closed. */
  @Test
  @Tag("process")
  void aGroupIsRemovedWhenItsLastProcessHasLeftAndAnInterruptStaysPending() throws Exception {
    assumeRoot();
    LimitedGroup group = LimitedGroup.make(SystemFiles.REAL, "leaving", quota(HALF));
    Process leaving = new ProcessBuilder(group.starting(List.of("sleep", "0.2"))).start();
    inGroup(leaving.pid(), group);
    Thread.currentThread().interrupt();
    assertThat(errors(group::close)).isEmpty();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(group.folders()).noneMatch(Files::exists);
    assertThat(errors(group::close)).as("the second time").isEmpty();
  }

  @Test
  @Tag("process")
  void aGroupThatStillHoldsAProcessIsLeftBehindWithAWarning() throws Exception {
    assumeRoot();
    try (LimitedGroup group = LimitedGroup.make(SystemFiles.REAL, "staying", quota(HALF))) {
      Process staying = new ProcessBuilder(group.starting(List.of("sleep", "60"))).start();
      try {
        inGroup(staying.pid(), group);
        assertThat(errors(group::close))
            .contains(group.folders().getFirst() + " is left behind with process " + staying.pid());
        assertThat(group.folders()).allMatch(Files::exists);
      } finally {
        staying.destroyForcibly().waitFor();
      }
    }
  }

  /** A program that fills its memory is ended by the kernel, which says so. */
  @Test
  @Tag("process")
  void aProgramThatNeedsMoreThanItsLimitIsEnded() throws Exception {
    assumeRoot();
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
  void withoutAnAccountOfSwapALimitOfMemoryLeavesIt() throws IOException {
    file("sys/fs/cgroup/cgroup.subtree_control", "cpu memory\n");
    SystemFiles files = new SystemFiles(root);
    LimitedGroup group = LimitedGroup.make(files, "tomcat", memory(4_096));
    assertThat(group.leavesSwap(files)).as("no swap is known").isFalse();
    file("proc/meminfo", "SwapTotal:       0 kB\n");
    assertThat(group.leavesSwap(files)).isFalse();
    file("proc/meminfo", "SwapTotal:       2097148 kB\n");
    assertThat(group.leavesSwap(files)).isTrue();
    file("sys/fs/cgroup/" + group.name() + "/memory.swap.max", "0");
    assertThat(group.leavesSwap(files)).isFalse();
  }

  @Test
  void whereNoGroupCanHaveAQuotaTheWayOutIsNamed() throws IOException {
    file("sys/fs/cgroup/cgroup.subtree_control", "memory pids\n");
    assertThatIOException()
        .isThrownBy(() -> LimitedGroup.make(new SystemFiles(root), "tomcat", quota(1)))
        .withMessageContaining("has no 'cpu'; as root: echo +cpu > ");
  }
}
