package dev.tierbench.harness.http.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.harness.tier.FakeTier;
import dev.tierbench.harness.tier.RunningTier;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TierStartTest {

  private static final TierStart START = new TierStart("tomcat", Duration.ofSeconds(60));

  private final FakeTier tier = new FakeTier("server", 7);
  private final List<RunningTier> used = new ArrayList<>();

  @Test
  void aTierThatIsReadyIsPassedOn() throws Exception {
    assertThat(START.await(tier, any -> true, used::add)).isSameAs(tier);
    assertThat(used).containsExactly(tier);
    assertThat(tier.isAlive()).isTrue();
  }

  @Test
  void aTierThatIsNotReadyInTimeIsEndedAndNotUsed() {
    assertThatThrownBy(() -> START.await(tier, any -> false, used::add))
        .hasMessage("tomcat was not ready within 60 s");
    assertThat(tier.isAlive()).isFalse();
    assertThat(used).isEmpty();
  }

  @Test
  void aTierThatEndsBeforeItIsReadyIsNamedByItsEnd() {
    tier.kill();
    assertThatThrownBy(() -> START.await(tier, any -> false, used::add))
        .hasMessage("server was killed before it was ready");
  }

  /** Nobody would watch it in the next step, which would find it running. */
  @Test
  void aTierThatCannotBeUsedIsEnded() {
    assertThatThrownBy(() ->
            START.await(
                tier,
                any -> true,
                any -> {
                  throw new IOException("cannot be watched");
                }))
        .hasMessage("cannot be watched");
    assertThat(tier.isAlive()).isFalse();
  }
}
