package dev.tierbench.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.metrics.HttpMetrics;
import dev.tierbench.metrics.Measurements;
import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.metrics.RoleCounts;
import dev.tierbench.run.Caveat;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.ProfileKind;
import dev.tierbench.run.Tier;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.record.Checks.Check;
import dev.tierbench.run.record.HttpStep;
import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.Profile;
import dev.tierbench.run.record.Tiers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
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
            Optional.of(Tier.ECHO),
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
  void aProfilerThatCostsTooMuchIsSeen() {
    assertThat(overhead(10.0).verdict()).isEqualTo(Verdict.PASS);
    assertThat(overhead(-3.0).verdict()).isEqualTo(Verdict.PASS);
    assertThat(overhead(69.9).verdict()).isEqualTo(Verdict.WARN);
    assertThat(overhead(69.9).message())
        .isEqualTo("CPU per request +69.9 % against the measured window");
  }

  private static Check overhead(double percent) {
    return withValue(Metrics.PROFILE_CPU_OVERHEAD, percent, "profile_overhead");
  }

  @Test
  void sampledSwitchesAreThoseThatWereCounted() {
    assertThat(events(4.0).verdict()).isEqualTo(Verdict.PASS);
    assertThat(events(4.0).message())
        .isEqualTo("the samples stand for 100.0 % of the context switches that were counted");
    assertThat(events(3.8).verdict()).isEqualTo(Verdict.WARN);
    assertThat(events(0).value()).as("nothing was counted").isEmpty();
  }

  /** The check of a profile whose samples stand for 4 switches of each request of its phase. */
  private static Check events(double countedPerRequest) {
    return withValue(Metrics.SWITCHES, countedPerRequest, "profile_switches");
  }

  private static Check withValue(Metric metric, double value, String rule) {
    LoadResult.Phase phase = Steps.phase().withName(PhaseName.PROFILE.id());
    HttpStep records =
        new HttpStep(
            Steps.load(Steps.phase(), phase),
            Steps.tiersOf(Steps.tiers()),
            Optional.empty(),
            Optional.of(
                new Profile(
                    Profile.SCHEMA,
                    "async-profiler",
                    10_000,
                    List.of(new Profile.Part(ProfileKind.SWITCHES, 9, 4 * phase.ok())),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    List.<Caveat>of(),
                    Optional.empty())));
    Measurements measured = HttpMetrics.measure(records, RoleCounts.NONE);
    Map<String, Double> values = new TreeMap<>(measured.values());
    values.put(metric.id(), value);
    MeasuredStep step =
        new MeasuredStep(
            records,
            new Measurements(Measurements.SCHEMA, values, Map.of(), Optional.empty()),
            Optional.of(Steps.warmup(true)),
            Steps.PINNED,
            Optional.of(Tier.ECHO),
            Map.of());
    return Rules.check(step, Limits.DEFAULT).named(rule).orElseThrow();
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
