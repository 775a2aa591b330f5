package dev.tierbench.observer.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.record.Tiers;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CgroupTest {

  @TempDir Path root;

  private void file(String path, String text) {
    RunJson.write(root.resolve(path), text);
  }

  private Optional<Cgroup.Times> times() {
    return Cgroup.of(new SystemFiles(root), 7).map(Cgroup::times);
  }

  @Test
  void versionTwoTellsInMicroseconds() {
    file("proc/7/cgroup", "0::/docker/abc\n");
    file(
        "sys/fs/cgroup/docker/abc/cpu.stat",
        "usage_usec 1500\nuser_usec 1000\nsystem_usec 500\nnr_periods 9\nnr_throttled 2\nthrottled_usec 7\n");
    assertThat(times())
        .contains(
            new Cgroup.Times(
                Optional.of(1_500_000L),
                Optional.of(7_000L),
                Optional.of(2L),
                Optional.of(9L),
                Optional.empty(),
                Optional.empty()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "9:name=systemd:/docker/abc\n4:cpuacct:/docker/abc\n3:cpu:/docker/abc\n0::/\n",
        "9:name=systemd:/docker/abc\n4:cpu,cpuacct:/docker/abc\n3:cpuset:/\n",
      })
  void versionOneTellsInNanosecondsInTwoPlaces(String groups) {
    file("proc/7/cgroup", groups);
    file("sys/fs/cgroup/cpuacct/docker/abc/cpuacct.usage", "1500\n");
    file(
        "sys/fs/cgroup/cpu/docker/abc/cpu.stat",
        "nr_periods 9\nnr_throttled 2\nthrottled_time 7\n");
    assertThat(times())
        .contains(
            new Cgroup.Times(
                Optional.of(1_500L),
                Optional.of(7L),
                Optional.of(2L),
                Optional.of(9L),
                Optional.empty(),
                Optional.empty()));
  }

  @Test
  void whatTheKernelDoesNotTellIsNotZero() {
    file("proc/7/cgroup", "0::/docker/abc\n");
    file("sys/fs/cgroup/docker/abc/cpu.stat", "usage_usec 1500\n");
    assertThat(times())
        .contains(
            new Cgroup.Times(
                Optional.of(1_500_000L),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));
  }

  @Test
  void theMemoryOfAGroupIsItsOwn() {
    file("proc/7/cgroup", "0::/docker/abc\n");
    file("sys/fs/cgroup/docker/abc/memory.max", "max\n");
    file("sys/fs/cgroup/docker/abc/memory.peak", "4096\n");
    assertThat(times().orElseThrow().memory())
        .contains(new Tiers.GroupMemory(Optional.empty(), Optional.of(4_096L), Optional.empty()));
    file("proc/7/cgroup", "4:cpu,cpuacct:/docker/abc\n3:memory:/mine\n0::/\n");
    file("sys/fs/cgroup/memory/mine/memory.limit_in_bytes", "8192\n");
    file("sys/fs/cgroup/memory/mine/memory.max_usage_in_bytes", "5000\n");
    assertThat(times().orElseThrow().memory())
        .contains(
            new Tiers.GroupMemory(Optional.of(8_192L), Optional.of(5_000L), Optional.empty()));
    file("sys/fs/cgroup/memory/mine/memory.limit_in_bytes", "9223372036854771712\n");
    assertThat(times().orElseThrow().memory())
        .contains(new Tiers.GroupMemory(Optional.empty(), Optional.of(5_000L), Optional.empty()));
  }

  private Optional<Double> quota() {
    return Cgroup.of(new SystemFiles(root), 7).flatMap(Cgroup::quotaCores);
  }

  @Test
  void theTightestQuotaOfAllThatAGroupIsInHolds() {
    file("proc/7/cgroup", "0::/slice/unit\n");
    assertThat(quota()).isEmpty();
    file("sys/fs/cgroup/slice/unit/cpu.max", "max 100000\n");
    assertThat(quota()).isEmpty();
    file("sys/fs/cgroup/slice/cpu.max", "250000 100000\n");
    assertThat(quota()).contains(2.5);
    file("sys/fs/cgroup/cpu.max", "150000 100000\n");
    assertThat(quota()).contains(1.5);
  }

  @Test
  void theStopsAreThoseOfTheGroupWhoseQuotaIsTheLeast() {
    file("proc/7/cgroup", "0::/slice/unit\n");
    file("sys/fs/cgroup/slice/unit/cpu.max", "max 100000\n");
    file("sys/fs/cgroup/slice/unit/cpu.stat", "usage_usec 1500\nnr_periods 0\nnr_throttled 0\n");
    file("sys/fs/cgroup/slice/cpu.max", "50000 100000\n");
    file(
        "sys/fs/cgroup/slice/cpu.stat",
        "usage_usec 9000\nnr_periods 30\nnr_throttled 20\nthrottled_usec 7\n");
    Cgroup.Times expected =
        new Cgroup.Times(
            Optional.of(1_500_000L),
            Optional.of(7_000L),
            Optional.of(20L),
            Optional.of(30L),
            Optional.of(0.5),
            Optional.empty());
    assertThat(times()).contains(expected);
    assertThat(expected.ofQuota())
        .isEqualTo(
            new Cgroup.Times(
                Optional.empty(),
                Optional.of(7_000L),
                Optional.of(20L),
                Optional.of(30L),
                Optional.of(0.5),
                Optional.empty()));
    file("sys/fs/cgroup/slice/unit/cpu.max", "50000 100000\n");
    assertThat(times().flatMap(Cgroup.Times::throttles)).contains(0L);
  }

  @Test
  void theStopsOfVersionOneAreThoseOfTheLeastQuotaToo() {
    file("proc/7/cgroup", "4:cpu,cpuacct:/pod/abc\n0::/\n");
    file("sys/fs/cgroup/cpu/pod/abc/cpu.cfs_quota_us", "-1\n");
    file("sys/fs/cgroup/cpu/pod/abc/cpu.cfs_period_us", "100000\n");
    file("sys/fs/cgroup/cpu/pod/abc/cpu.stat", "nr_periods 0\nnr_throttled 0\n");
    file("sys/fs/cgroup/cpu/pod/cpu.cfs_quota_us", "50000\n");
    file("sys/fs/cgroup/cpu/pod/cpu.cfs_period_us", "100000\n");
    file("sys/fs/cgroup/cpu/pod/cpu.stat", "nr_periods 9\nnr_throttled 2\nthrottled_time 7\n");
    Cgroup.Times read = times().orElseThrow();
    assertThat(read.throttles()).contains(2L);
    assertThat(read.periods()).contains(9L);
    assertThat(read.throttledNs()).contains(7L);
  }

  @Test
  void aContainerSeesItsQuotaAtTheRoot() {
    file("proc/7/cgroup", "4:cpu,cpuacct:/docker/abc\n0::/\n");
    file("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
    file("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
    assertThat(quota()).isEmpty();
    file("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "400000\n");
    assertThat(quota()).contains(4.0);
  }

  @Test
  void aPathThatNoFileCanHaveHasNoTimes() {
    file("proc/7/cgroup", "0::/docker/a\0b\n");
    assertThat(times())
        .contains(
            new Cgroup.Times(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));
  }

  @Test
  void aProcessThatIsGoneHasNoGroup() {
    assertThat(times()).isEmpty();
  }
}
