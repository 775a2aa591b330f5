package dev.tierbench.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.record.Observation;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the check of the sum says of missing CPU, and which counts are used, agree. */
class CompleteCountsTest {

  @ParameterizedTest
  @ValueSource(doubles = {1, 0.9901, 0.9899, 0.9891, 0.9889, 0.957, 0.9})
  void countsOfSnapshotsAreUsedWhereTheSumOfTheCpuPasses(double share) {
    Observation snapshots =
        Steps.OBSERVED.with(
            next -> next.level(CaptureLevel.L3).cpuOfProcessShare(Optional.of(share)));
    Verdict sum =
        Rules.check(
                Steps.step(
                    Steps.load(Steps.phase()),
                    Steps.tiersOf(Steps.tiers()),
                    Optional.of(Steps.warmup(true)),
                    Optional.of(snapshots),
                    Steps.PINNED),
                Limits.DEFAULT)
            .named("sum_cpu")
            .orElseThrow()
            .verdict();
    assertThat(snapshots.hasEveryThread()).isEqualTo(sum == Verdict.PASS);
  }
}
