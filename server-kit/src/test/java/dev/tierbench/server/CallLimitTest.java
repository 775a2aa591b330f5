package dev.tierbench.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CallLimitTest {

  private static CallLimit limit(int maxCalls) {
    Duration second = Duration.ofSeconds(1);
    return new CallLimit(
        new EchoSettings("http://127.0.0.1:1", second, second, second, 1, maxCalls));
  }

  @Test
  void aCallBeyondTheLimitFailsAtOnceAndLeavesRoomForTheNext() {
    CallLimit limit = limit(2);
    limit.enter();
    limit.enter();
    for (int again = 0; again < 2; again++) {
      assertThatExceptionOfType(EchoFailure.class)
          .isThrownBy(limit::enter)
          .withMessage("more than 2 calls of echo are under way")
          .extracting(EchoFailure::status)
          .isEqualTo(503);
    }
    limit.leave();
    assertThat(limit.enter()).isSameAs(limit);
  }

  @Test
  void zeroIsNoLimit() {
    assertThat(limit(0).isNone()).isTrue();
    assertThat(limit(0).most()).isEqualTo(Settings.NO_LIMIT);
    assertThat(limit(3).most()).isEqualTo(3);
  }
}
