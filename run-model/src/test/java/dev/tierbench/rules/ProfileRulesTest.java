package dev.tierbench.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.metrics.HttpMetrics;
import dev.tierbench.metrics.RoleCounts;
import dev.tierbench.run.Caveat;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.ProfileKind;
import dev.tierbench.run.Tier;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.record.Checks.Check;
import dev.tierbench.run.record.HttpStep;
import dev.tierbench.run.record.Profile;
import dev.tierbench.run.record.Tiers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfileRulesTest {

  private static final long CPU_NS =
      Steps.tiers().tier(Tier.SERVER).orElseThrow().cpuNs().orElseThrow();

  private static Profile profile(ProfileKind kind, double shareOfCpu) {
    return new Profile(
        Profile.SCHEMA,
        "async-profiler",
        10_000,
        List.of(new Profile.Part(kind, 1_000, Math.round(CPU_NS * shareOfCpu))),
        Optional.empty(),
        Optional.empty(),
        List.<Caveat>of(),
        Optional.empty());
  }

  private static Optional<Check> check(Optional<Profile> profile) {
    Tiers tiers = Steps.tiersOf(Steps.tiers(), Steps.tiers().withName(PhaseName.PROFILE.id()));
    HttpStep records = new HttpStep(Steps.load(Steps.phase()), tiers, Optional.empty(), profile);
    MeasuredStep step =
        new MeasuredStep(
            records,
            HttpMetrics.measure(records, RoleCounts.NONE),
            Optional.of(Steps.warmup(true)),
            Steps.PINNED,
            true,
            Map.of());
    return Rules.check(step, Limits.DEFAULT).named("profile");
  }

  @ParameterizedTest
  @CsvSource({"1.0, PASS, 0", "0.8, PASS, 20", "1.2, PASS, 20", "0.7, WARN, 30", "1.3, WARN, 30"})
  void samplesStandForTheCpuThatTheKernelCounted(double share, Verdict verdict, double value) {
    Check check = check(Optional.of(profile(ProfileKind.CPU, share))).orElseThrow();
    assertThat(check.verdict()).isEqualTo(verdict);
    assertThat(check.value().orElseThrow()).isCloseTo(value, Offset.offset(0.1));
  }

  @Test
  void aProfileThatFailedWarnsWithItsReason() {
    Check check = check(Optional.of(Profile.failed("no jcmd found"))).orElseThrow();
    Steps.assertNotMeasured(check);
    assertThat(check.message()).contains("no jcmd found");
  }

  @Test
  void withoutSamplesOfCpuNothingIsCompared() {
    assertThat(check(Optional.of(profile(ProfileKind.ALLOC, 1))).orElseThrow().message())
        .startsWith("does not apply");
  }

  @Test
  void withoutAProfileThereIsNoCheck() {
    assertThat(check(Optional.empty())).isEmpty();
  }
}
