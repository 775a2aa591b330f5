package dev.tierbench.harness.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.Plans;
import dev.tierbench.harness.preflight.Finding.Fatal;
import dev.tierbench.harness.preflight.Finding.Warning;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.run.Tier;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.plan.ResourceLimits;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreflightTest {

  @TempDir Path root;

  private static final HttpPlan PLAN =
      Plans.sweep(
          List.of("tomcat-platform"),
          List.of(200, 2_600),
          new Plan.Pinning("echo=0", Map.of("echo", "0"), ""),
          Map.of(),
          Map.of("server", List.of("-Xms1g", "-Xmx1g"), "echo", List.of("-Xmx512m")));

  private void file(String path, String text) {
    RunJson.write(root.resolve(path), text + "\n");
  }

  /** A host that there is nothing to say about. */
  @BeforeEach
  void soundHost() {
    openFiles(5_700);
    file("proc/self/status", "Cpus_allowed_list:\t0-7");
    file("proc/sys/net/core/somaxconn", "4096");
    file("proc/sys/net/ipv4/ip_local_port_range", "32768\t60999");
    file("proc/meminfo", "MemTotal: 16000000 kB\nMemAvailable: 8000000 kB");
    file("proc/loadavg", "0.10 0.20 0.30 1/200 999");
    file("proc/cpuinfo", "model name\t: A CPU\nflags\t\t: fpu sse2");
    file("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance");
  }

  private void openFiles(int hard) {
    file(
        "proc/self/limits",
        "Limit  Soft  Hard  Units\nMax open files   1024   " + hard + "  files");
  }

  private List<Finding> findings() {
    Preflight preflight = new Preflight(new SystemFiles(root), PLAN);
    return Stream.concat(preflight.limits().stream(), preflight.starting().stream()).toList();
  }

  @Test
  void aSoundHostGivesNoFinding() {
    assertThat(findings()).isEmpty();
  }

  @Test
  void anOpenFileLimitBelowWhatTheTopLevelNeedsIsFatal() {
    openFiles(5_699);
    assertThat(findings())
        .singleElement()
        .isInstanceOf(Fatal.class)
        .satisfies(finding -> assertThat(finding.caveat().hint()).contains("ulimit -Hn 5700"));
  }

  @Test
  void fewerThreadsThanRequestsAreAWarning() {
    file("proc/sys/vm/max_map_count", "65530");
    assertThat(findings()).isEmpty();
    file("proc/sys/vm/max_map_count", "5000");
    assertThat(findings())
        .singleElement()
        .isInstanceOf(Warning.class)
        .satisfies(finding ->
            assertThat(finding.caveat().what())
                .contains("allows 2,500 threads (half of vm.max_map_count)", "wants 2,700"));
  }

  @Test
  void aQuotaBelowTheCoresThatMayBeUsedIsFatal() {
    file("proc/self/cgroup", "0::/");
    file("sys/fs/cgroup/cpu.max", "800000 100000");
    assertThat(findings()).isEmpty();
    file("sys/fs/cgroup/cpu.max", "400000 100000");
    assertThat(findings())
        .singleElement()
        .isInstanceOf(Fatal.class)
        .satisfies(finding -> {
          assertThat(finding.caveat().what()).contains("4.0 cores, and may use 8");
          assertThat(finding.caveat().hint()).contains("taskset --cpu-list 0-3");
        });
  }

  private List<Finding> limits(ResourceLimits limits) {
    return HostFindings.limits(new SystemFiles(root), List.of(limits));
  }

  @Test
  void aLimitOfMemoryThatSwapGetsAroundIsFatal() {
    ResourceLimits memory = new ResourceLimits(Optional.empty(), Optional.of(1L << 28));
    file("sys/fs/cgroup/cgroup.subtree_control", "cpu memory");
    assertThat(limits(memory)).as("without swap").isEmpty();
    file("proc/meminfo", "SwapTotal: 2000000 kB");
    assertThat(limits(memory))
        .singleElement()
        .isInstanceOf(Fatal.class)
        .satisfies(
            finding -> assertThat(finding.caveat().hint()).contains("swapoff", "swapaccount=1"));
    assertThat(limits(new ResourceLimits(Optional.of(0.5), Optional.empty()))).isEmpty();
  }

  @Test
  void aGroupThatCannotBeMadeIsFatal() {
    assertThat(limits(new ResourceLimits(Optional.of(0.5), Optional.empty())))
        .singleElement()
        .isInstanceOf(Fatal.class)
        .satisfies(
            finding -> assertThat(finding.caveat().what()).contains("no control group can limit"));
  }

  @Test
  void fewerEphemeralPortsThanConnectionsAreFatalAndFewAreADoubt() {
    file("proc/sys/net/ipv4/ip_local_port_range", "40000\t42000");
    assertThat(findings()).singleElement().isInstanceOf(Fatal.class);
    file("proc/sys/net/ipv4/ip_local_port_range", "40000\t45000");
    assertThat(findings()).singleElement().isInstanceOf(Warning.class);
  }

  @Test
  void tooLittleMemoryForTheHeapsIsFatal() {
    file("proc/meminfo", "MemAvailable: 1000000 kB");
    assertThat(findings()).singleElement().isInstanceOf(Fatal.class);
    file("proc/meminfo", "MemAvailable: 2000000 kB");
    assertThat(findings()).singleElement().isInstanceOf(Warning.class);
  }

  @Test
  void aShortBacklogABusyHostAndASlowGovernorAreDoubts() {
    file("proc/sys/net/core/somaxconn", "128");
    file("proc/loadavg", "7.50 0.20 0.30 1/200 999");
    file("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave");
    file("proc/cpuinfo", "flags\t\t: fpu hypervisor");
    assertThat(findings())
        .hasSize(4)
        .allSatisfy(finding -> assertThat(finding).isInstanceOf(Warning.class))
        .extracting(finding -> finding.caveat().what())
        .anySatisfy(what -> assertThat(what).contains("somaxconn is 128"))
        .anySatisfy(what -> assertThat(what).contains("load average 7.5"))
        .anySatisfy(what -> assertThat(what).contains("powersave"))
        .anySatisfy(what -> assertThat(what).contains("virtual machine"));
  }

  @Test
  void eachServerOfARoundHasAGeneratorOfItsOwnInMemory() {
    HttpPlan plan =
        Plans.sweep(
            List.of("tomcat-platform"),
            List.of(200),
            PLAN.pinning(),
            Map.of(),
            Map.of(
                "server", List.of("-Xmx1g"),
                "echo", List.of("-Xmx512m"),
                "loadgen", List.of("-Xmx512m")));
    assertThat(Preflight.memory(plan, List.of(Tier.values()), 3, Optional.of(4L << 30)))
        .hasValueSatisfying(
            found -> assertThat(found.caveat().what()).contains("the heaps take 5120 MiB"));
    assertThat(Preflight.memory(plan, List.of(Tier.values()), 12, Optional.of(24L << 30)))
        .describedAs("heaps of 18,944 MiB, and 400 MiB beside each of twelve servers")
        .isPresent();
    assertThat(Preflight.memory(plan, List.of(Tier.values()), 10, Optional.of(24L << 30)))
        .isEmpty();
  }

  @Test
  void heapSizesAreReadFromTheJvmOptions() {
    assertThat(Preflight.heapBytes(List.of("-Xms1g", "-Xmx2g"))).isEqualTo(2L << 30);
    assertThat(Preflight.heapBytes(List.of("-XX:+UseG1GC"))).isZero();
  }
}
