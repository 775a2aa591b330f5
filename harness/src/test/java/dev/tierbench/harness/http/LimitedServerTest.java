package dev.tierbench.harness.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tierbench.harness.FakeHome;
import dev.tierbench.harness.Plans;
import dev.tierbench.harness.http.sample.MeasuredHosts;
import dev.tierbench.harness.http.sample.ResourceSampler;
import dev.tierbench.harness.preflight.Installation;
import dev.tierbench.harness.preflight.JvmOptions;
import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.harness.tier.local.LocalTierLauncher;
import dev.tierbench.observer.host.child.ChildLauncher;
import dev.tierbench.observer.measured.IdleServers;
import dev.tierbench.observer.measured.LocalHost;
import dev.tierbench.run.Tier;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.plan.ResourceLimits;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A fake server in a control group of its own; takes root. */
@Tag("process")
class LimitedServerTest {

  private static final String SERVER = "tomcat-platform";
  private static final Plan.Pinning UNPINNED = new Plan.Pinning(Plan.Pinning.OFF, Map.of(), "");

  @TempDir Path folder;
  private final ChildLauncher processes = new ChildLauncher();

  @BeforeEach
  void takesRoot() {
    assumeTrue(
        Files.isWritable(Path.of("/sys/fs/cgroup"))
            && "root".equals(System.getProperty("user.name")),
        "takes root");
  }

  @AfterEach
  void endTiers() throws InterruptedException {
    processes.endAll();
  }

  private LocalTierLauncher launcher() throws IOException {
    FakeHome home = FakeTiers.home(folder);
    ResourceLimits limits = new ResourceLimits(Optional.of(1.0), Optional.of(512L << 20));
    HttpPlan plan =
        Plans.sweep(
            List.of(SERVER),
            List.of(2),
            UNPINNED,
            Map.of("echo", 17_291, SERVER, 17_290),
            JvmOptions.byTier("64m", UNPINNED, false));
    HttpPlan limited =
        plan.with(next ->
            next.common(
                plan.common()
                    .withVariants(Map.of(SERVER, Plan.Variant.plain(SERVER).withLimits(limits)))));
    TierCommands commands =
        new TierCommands(
            new Installation(home.root(), Path.of(System.getProperty("java.home"))), limited);
    return new LocalTierLauncher(processes, commands, Optional.empty());
  }

  @Test
  void thePeakOfMemoryCountsFromTheOpeningOfAWindow() throws Exception {
    RunningTier server = launcher().server(SERVER, folder.resolve("server.log"));
    URI health = URI.create("http://127.0.0.1:17290/health");
    for (int tries = 0; tries < 300 && FakeTiers.status(health) != 200; tries++) {
      Thread.sleep(100);
    }
    try (LocalHost host = new LocalHost("")) {
      ResourceSampler sampler =
          new ResourceSampler(new MeasuredHosts(host, Map.of(), List.of()), new IdleServers());
      sampler.add(Tier.SERVER, Tier.SERVER.id(), server, false);
      ResourceSampler.Watched watched = sampler.watched().getFirst();
      assertThat(sampler.take().memoryPeak(watched)).as("before a window opens").isEmpty();
      sampler.takeAtOpening();
      Optional<Long> peak = sampler.take().memoryPeak(watched);
      assumeTrue(peak.isPresent(), "takes a kernel that resets the peak of a group");
      assertThat(peak.get()).isBetween(1L << 20, 512L << 20);
    } finally {
      server.end();
    }
  }

  /**
   * Covers what is left after Ctrl-C: nobody ended the server, or its process was ended without its
   * tier.
   */
  @Test
  void aServerThatNobodyEndedLeavesNoControlGroup() throws Exception {
    LocalTierLauncher launcher = launcher();
    RunningTier server = launcher.server(SERVER, folder.resolve("server.log"));
    List<Path> folders = server.limitedGroup().orElseThrow().folders();
    assertThat(folders).isNotEmpty().allMatch(Files::exists);
    Thread.currentThread().interrupt();
    launcher.finish();
    assertThat(Thread.interrupted()).as("the interrupt is still pending").isTrue();
    assertThat(server.isAlive()).isFalse();
    assertThat(folders).noneMatch(Files::exists);
  }

  @Test
  void aServerWhoseProcessWasEndedAloneLeavesNoControlGroup() throws Exception {
    LocalTierLauncher launcher = launcher();
    RunningTier server = launcher.server(SERVER, folder.resolve("server.log"));
    List<Path> folders = server.limitedGroup().orElseThrow().folders();
    processes.endAll();
    assertThat(folders).allMatch(Files::exists);
    launcher.finish();
    assertThat(folders).noneMatch(Files::exists);
  }
}
