package dev.tierbench.observer.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tierbench.metrics.ProfileMetrics;
import dev.tierbench.metrics.ProfileMetrics.FrameCost;
import dev.tierbench.observer.VictimProcess;
import dev.tierbench.observer.role.Roles;
import dev.tierbench.run.Profile;
import dev.tierbench.run.ProfileKind;
import dev.tierbench.run.Stacks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs whose stacks are known, profiled for real. */
@Tag("process")
@Tag("timed")
class ProfileSessionTest {

  private static final int FIRST_WITH_MOUNTS = 25;

  @TempDir private Path raw;

  private ProfileResult profile(VictimProcess victim, String... kinds) throws Exception {
    try (ProfileSession session =
        ProfileSession.start(victim.pid(), ProfileOrder.parse(List.of(kinds)))) {
      Instant from = Instant.now();
      victim.work();
      Instant to = Instant.now();
      session.stop();
      return session.read(from, to, Roles.standard(), raw);
    }
  }

  private static Map<String, FrameCost> frames(ProfileResult result, ProfileKind kind) {
    return ProfileMetrics.frames(kind, result.stacks().get(kind), 1, role -> true);
  }

  /** Of all that the kind has. */
  private static double share(ProfileResult result, ProfileKind kind, String frame) {
    FrameCost all = frames(result, kind).get(frame);
    double whole = ProfileMetrics.perOperation(kind, result.stacks().get(kind).weight(), 1);
    return all == null ? 0 : all.total() / whole;
  }

  private static List<Path> left() throws Exception {
    try (Stream<Path> files = Files.list(Path.of("/tmp"))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("tierbench-profile-"))
          .toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"cpu,alloc,lock,wall", "jfr"})
  void whatWasPlantedIsFound(String kinds) throws Exception {
    try (VictimProcess victim = VictimProcess.start("Planted")) {
      ProfileResult result = profile(victim, kinds.split(","));

      // The JDK's recorder may take a callee that just returned for its caller.
      assertThat(share(result, ProfileKind.CPU, "Planted.run")).isGreaterThan(0.7);
      assertThat(share(result, ProfileKind.ALLOC, "Planted.allocating")).isGreaterThan(0.7);
      assertThat(share(result, ProfileKind.LOCK, "Planted.locked")).isGreaterThan(0.7);
      assertThat(result.stacks().get(ProfileKind.CPU).stacks())
          .filteredOn(stack -> stack.frames().contains("Planted.run"))
          .extracting(Stacks.Stack::role)
          .containsOnly("worker");
      assertThat(raw.resolve("profile.jfr")).exists();
    }
    assertThat(left()).isEmpty();
  }

  /**
   * Two threads have at most two cores; what they wait for has no part in it. One unit of work is
   * hot, three are usual.
   */
  @Test
  void theWeightOfTheCpuIsItsTime() throws Exception {
    try (VictimProcess victim = VictimProcess.start("Planted")) {
      ProfileResult result = profile(victim, "cpu");
      assertThat(
              share(result, ProfileKind.CPU, "Planted.usual")
                  / share(result, ProfileKind.CPU, "Planted.hot"))
          .isBetween(1.8, 5.0);
      Profile.Part cpu = result.profile().part(ProfileKind.CPU).orElseThrow();
      assertThat(cpu.weight() / 1e6).isBetween(300.0, 2.2 * result.profile().windowMs());
      assertThat(cpu.samples()).isEqualTo(cpu.weight() / 1_000_000);
    }
  }

  @Test
  void oneJvmIsProfiledTwice() throws Exception {
    try (VictimProcess victim = VictimProcess.start("Planted")) {
      ProfileOrder order = ProfileOrder.parse(List.of("alloc"));
      ProfileSession.start(victim.pid(), order).close();
      assertThat(share(profile(victim, "cpu"), ProfileKind.CPU, "Planted.usual")).isPositive();
    }
  }

  @Test
  void whatIsProfiledAlreadyIsLeftAlone() throws Exception {
    try (VictimProcess victim = VictimProcess.start("Planted")) {
      ProfileOrder order = ProfileOrder.parse(List.of("alloc"));
      try (ProfileSession first = ProfileSession.start(victim.pid(), order)) {
        assertThatThrownBy(() -> ProfileSession.start(victim.pid(), order))
            .hasMessageContaining("async-profiler refused")
            .hasMessageContaining("already");
        Instant from = Instant.now();
        victim.work();
        first.stop();
        assertThat(first.read(from, Instant.now(), Roles.standard(), raw).stacks())
            .containsKey(ProfileKind.ALLOC);
      }
    }
  }

  @Test
  void pinsHaveStacksAndMountsACount() throws Exception {
    assumeTrue(Runtime.version().feature() >= FIRST_WITH_MOUNTS, "an older JDK counts no mounts");
    try (VictimProcess victim = VictimProcess.start("VirtualPins")) {
      ProfileResult result = profile(victim, "jfr");
      assertThat(result.profile().part(ProfileKind.PIN).orElseThrow().samples()).isPositive();
      assertThat(share(result, ProfileKind.PIN, "VirtualPins$Initialized.slow")).isPositive();
      assertThat(result.profile().mounts())
          .hasValueSatisfying(mounts -> assertThat(mounts).isGreaterThan(100));
      assertThat(result.profile().submitFailures()).contains(0L);
    }
  }
}
