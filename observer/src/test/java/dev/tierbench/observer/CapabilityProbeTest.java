package dev.tierbench.observer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.Caveat;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which level a capture has on a host that does not allow all of them. */
class CapabilityProbeTest {

  private static final Caveat NOT_INSTALLED = new Caveat("not installed", "install it");

  private static CapabilityProbe probe(CaptureLevel best, Set<CaptureLevel> refused) {
    return CapabilityProbe.of(
        best,
        level ->
            refused.contains(level)
                ? Optional.of(new CapabilityProbe.Obstacle("tool of " + level, NOT_INSTALLED))
                : Optional.empty());
  }

  @Test
  void withoutBpftraceSystemCallsAreNotMeasuredAndTheReasonIsKept() {
    CapabilityProbe probe = probe(CaptureLevel.L0, EnumSet.of(CaptureLevel.L0));
    assertThat(probe.level()).isEqualTo(CaptureLevel.L3);
    assertThat(probe.missing())
        .containsExactly(new Caveat("tool of L0: not installed", "install it"));
  }

  @ParameterizedTest
  @EnumSource(CaptureLevel.class)
  void aLevelThatIsAskedForIsTakenWhereItIsAllowed(CaptureLevel asked) {
    assertThat(probe(asked, EnumSet.noneOf(CaptureLevel.class)).level()).isEqualTo(asked);
  }

  @ParameterizedTest
  @EnumSource(
      value = CaptureLevel.class,
      names = {"L1", "L2"})
  void belowALevelThatIsRefusedThereIsProcAlone(CaptureLevel asked) {
    CapabilityProbe probe = probe(asked, EnumSet.of(asked));
    assertThat(probe.level()).isEqualTo(CaptureLevel.L3);
    assertThat(probe.missing()).hasSize(1);
  }
}
