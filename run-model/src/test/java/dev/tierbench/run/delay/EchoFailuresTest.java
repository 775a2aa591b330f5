package dev.tierbench.run.delay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tierbench.run.delay.EchoFailures.Outcome;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EchoFailuresTest {

  @Test
  void theTextIsThatWhichIsRead() {
    EchoFailures failures = EchoFailures.parse("errors=1%,resets=0.1%");
    assertThat(failures.errors()).isCloseTo(0.01, within(1e-12));
    assertThat(failures.resets()).isCloseTo(0.001, within(1e-12));
    assertThat(failures.text()).isEqualTo("errors=1%,resets=0.1%");
    assertThat(EchoFailures.NONE.text()).isEmpty();
    assertThat(EchoFailures.parse("resets=2%")).isEqualTo(new EchoFailures(0, 0.02));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1%", "errors=1", "errors=150%", "errors=60%,resets=50%", "delay=1%"})
  void otherTextIsRefused(String text) {
    assertThatThrownBy(() -> EchoFailures.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void everySequenceOfOneSeedFailsTheSameRequestsInTheSharesAskedFor() {
    EchoFailures failures = new EchoFailures(0.05, 0.02);
    UniformSequence one = new UniformSequence(7);
    UniformSequence other = new UniformSequence(7);
    Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);
    for (int i = 0; i < 100_000; i++) {
      Outcome outcome = failures.of(one.next());
      assertThat(failures.of(other.next())).isEqualTo(outcome);
      counts.merge(outcome, 1, Integer::sum);
    }
    assertThat(counts.get(Outcome.ERROR)).isBetween(4_700, 5_300);
    assertThat(counts.get(Outcome.RESET)).isBetween(1_850, 2_150);
  }
}
