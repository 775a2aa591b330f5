package dev.tierbench.observer.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tierbench.metrics.ProfileMetrics;
import dev.tierbench.metrics.ProfileMetrics.FrameCost;
import dev.tierbench.observer.VictimProcess;
import dev.tierbench.observer.host.Proc;
import dev.tierbench.observer.role.Roles;
import dev.tierbench.run.ProfileKind;
import dev.tierbench.run.record.Profile;
import dev.tierbench.run.record.Stacks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
  private static final Duration LONGEST = Duration.ofMinutes(1);

  @TempDir private Path raw;

  private ProfileResult profile(VictimProcess victim, String... kinds) throws Exception {
    try (ProfileSession session =
        ProfileSession.start(victim.pid(), ProfileOrder.parse(List.of(kinds)), LONGEST)) {
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

  /** In the folder of temporary files, and where the JVM was started. */
  private static List<Path> left() throws Exception {
    try (Stream<Path> temporary = Files.list(Path.of("/tmp"));
        Stream<Path> working = Files.list(Path.of(""))) {
      return Stream.concat(
              temporary.filter(
                  file -> file.getFileName().toString().startsWith("tierbench-profile-")),
              working)
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"cpu,alloc,lock,wall", "jfr"})
  void whatWasPlantedIsFound(String kinds) throws Exception {
    List<Path> before = left();
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
    assertThat(left()).isEqualTo(before);
  }

  /**
   * As much as the kernel counted; what threads wait for has no part in it. One unit of work is
   * hot, three are usual.
   */
  @Test
  void theWeightOfTheCpuIsItsTime() throws Exception {
    try (VictimProcess victim = VictimProcess.start("Planted")) {
      Proc.CpuTimes before = Proc.REAL.cpu(victim.pid()).orElseThrow();
      ProfileResult result = profile(victim, "cpu");
      assertThat(
              share(result, ProfileKind.CPU, "Planted.usual")
                  / share(result, ProfileKind.CPU, "Planted.hot"))
          .isBetween(1.8, 5.0);
      Proc.CpuTimes after = Proc.REAL.cpu(victim.pid()).orElseThrow();
      long counted = after.userNs() + after.systemNs() - before.userNs() - before.systemNs();
      Profile.Part cpu = result.profile().part(ProfileKind.CPU).orElseThrow();
      assertThat((double) cpu.weight() / counted).isBetween(0.6, 1.4);
    }
  }

  /** A main thread that waits all the time is sampled as long as any other. */
  @Test
  void elapsedTimeIsThatOfTheWindowForEveryThread() throws Exception {
    try (VictimProcess victim = VictimProcess.start("Planted")) {
      ProfileResult result = profile(victim, "wall");
      double waiting =
          result.stacks().get(ProfileKind.WALL).stacks().stream()
              .filter(stack -> stack.frames().contains("Planted.main"))
              .mapToLong(Stacks.Stack::weight)
              .sum();
      assertThat(waiting / 1e6 / result.profile().windowMs()).isBetween(0.6, 1.4);
    }
  }

  /** The switches of a profile: as many as the kernel counted, each with its place in Java. */
  @Test
  void switchesAreThoseThatTheKernelCounted() throws Exception {
    try (VictimProcess victim = VictimProcess.start("HandOffs")) {
      long before = switches(victim.pid());
      ProfileResult result = profile(victim, "switches");
      double counted = switches(victim.pid()) - before;
      assertThat(result.profile().part(ProfileKind.SWITCHES).orElseThrow().weight() / counted)
          .isBetween(0.9, 1.1);
      assertThat(
              share(result, ProfileKind.SWITCHES, "HandOffs.give")
                  + share(result, ProfileKind.SWITCHES, "HandOffs.take"))
          .isGreaterThan(0.8);
      assertThat(result.stacks().get(ProfileKind.SWITCHES).stacks())
          .filteredOn(stack -> stack.frames().contains("HandOffs.give"))
          .allSatisfy(stack -> assertThat(stack.frames().getLast()).doesNotContain("[kernel]"));
    }
  }

  private static long switches(long pid) throws Exception {
    long sum = 0;
    try (Stream<Path> threads = Files.list(Path.of("/proc/" + pid + "/task"))) {
      for (Path thread : threads.toList()) {
        for (String line : Files.readAllLines(thread.resolve("status"))) {
          if (line.contains("voluntary_ctxt_switches:")) {
            sum += Long.parseLong(line.substring(line.indexOf(':') + 1).strip());
          }
        }
      }
    }
    return sum;
  }

  @Test
  void onlyWhatWasSampledInTheWindowCounts() throws Exception {
    try (VictimProcess victim = VictimProcess.start("Planted");
        ProfileSession session =
            ProfileSession.start(victim.pid(), ProfileOrder.parse(List.of("cpu")), LONGEST)) {
      Instant from = Instant.now();
      victim.work();
      Instant middle = from.plus(Duration.between(from, Instant.now()).dividedBy(2));
      session.stop();
      long whole = samples(session, from, Instant.now());
      assertThat((double) samples(session, from, middle) / whole).isBetween(0.2, 0.8);
      assertThat(samples(session, from.minusSeconds(9), from.minusSeconds(8))).isZero();
    }
  }

  private long samples(ProfileSession session, Instant from, Instant to) throws Exception {
    return session
        .read(from, to, Roles.standard(), raw)
        .profile()
        .part(ProfileKind.CPU)
        .orElseThrow()
        .samples();
  }

  /**
   * Each is too short to have more than one sample. Together they run for seconds: what follows the
   * last sample of a carrier is in none, and the recorder takes samples in bursts.
   */
  @Test
  void whatVirtualThreadsAllocateCounts() throws Exception {
    int threads = 400_000;
    int blocks = 20;
    try (VictimProcess victim =
        VictimProcess.start(
            "VirtualAllocator", Integer.toString(threads), Integer.toString(blocks))) {
      ProfileResult result = profile(victim, "jfr");
      double bytes =
          result.stacks().get(ProfileKind.ALLOC).stacks().stream()
              .filter(stack -> stack.frames().contains("VirtualAllocator.allocate"))
              .mapToLong(Stacks.Stack::weight)
              .sum();
      assertThat(bytes / (4_096.0 * blocks * threads)).isBetween(0.6, 1.4);
    }
  }

  @Test
  void oneJvmIsProfiledTwice() throws Exception {
    try (VictimProcess victim = VictimProcess.start("Planted")) {
      ProfileOrder order = ProfileOrder.parse(List.of("alloc"));
      ProfileSession.start(victim.pid(), order, LONGEST).close();
      assertThat(share(profile(victim, "cpu"), ProfileKind.CPU, "Planted.usual")).isPositive();
    }
  }

  @Test
  void whatIsProfiledAlreadyIsLeftAlone() throws Exception {
    try (VictimProcess victim = VictimProcess.start("Planted")) {
      ProfileOrder order = ProfileOrder.parse(List.of("alloc"));
      try (ProfileSession first = ProfileSession.start(victim.pid(), order, LONGEST)) {
        assertThatThrownBy(() -> ProfileSession.start(victim.pid(), order, LONGEST))
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
