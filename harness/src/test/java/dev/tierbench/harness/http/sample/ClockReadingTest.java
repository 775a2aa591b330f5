package dev.tierbench.harness.http.sample;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClockReadingTest {

  private static final long MILLI = 1_000_000;
  private static final ClockReading BEFORE = new ClockReading(5_000, 700 * MILLI);

  /** That long after the reading before, on a wall clock that was set by so much meanwhile. */
  private static ClockReading after(long millis, long setBy) {
    return new ClockReading(5_000 + millis + setBy, (700 + millis) * MILLI);
  }

  @Test
  void latenessIsTheTimeOnAClockThatNobodySets() {
    assertThat(after(1_030, 0).sinceNanos(6_000, BEFORE)).isEqualTo(30 * MILLI);
    assertThat(after(1_000, 0).sinceNanos(6_001, BEFORE)).as("rounding").isZero();
  }

  @Test
  void aClockThatIsSetBackHidesNoLateness() {
    assertThat(after(1_030, -2_000).sinceNanos(6_000, BEFORE)).isEqualTo(30 * MILLI);
    assertThat(after(1_030, -2_000).sinceNanos(4_000, BEFORE))
        .as("set back before it happened, which cannot be told apart")
        .isGreaterThanOrEqualTo(30 * MILLI);
  }

  @Test
  void aClockThatIsSlewedWasNotSet() {
    assertThat(after(20_000, -10).sinceNanos(24_985, BEFORE)).isEqualTo(5 * MILLI);
  }

  @Test
  void aClockThatIsSetForwardShowsTooMuchAndNeverTooLittle() {
    assertThat(after(1_030, 500).sinceNanos(6_000, BEFORE)).isEqualTo(530 * MILLI);
  }
}
