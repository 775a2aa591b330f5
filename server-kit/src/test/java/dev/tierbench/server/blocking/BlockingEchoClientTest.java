package dev.tierbench.server.blocking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.server.EchoFailure;
import dev.tierbench.server.EchoSettings;
import java.time.Duration;
import org.apache.hc.client5.http.impl.classic.RequestFailedException;
import org.apache.hc.core5.util.Deadline;
import org.apache.hc.core5.util.DeadlineTimeoutException;
import org.junit.jupiter.api.Test;
import org.springframework.web.client.ResourceAccessException;

class BlockingEchoClientTest {

  private static final EchoSettings SETTINGS =
      new EchoSettings(
          "http://127.0.0.1:1",
          Duration.ofSeconds(1),
          Duration.ofSeconds(1),
          Duration.ofMillis(300),
          1,
          0);

  @Test
  void anIdleConnectionIsNeverTooOldToBeUsed() {
    assertThat(BlockingEchoClient.requests(SETTINGS).getConnectionKeepAlive().getDuration())
        .isNegative();
  }

  @Test
  void aPoolThatNoThreadCouldLookIntoInTimeIsExhaustedAndNotAnUnreadableAnswer() {
    try (BlockingEchoClient client = new BlockingEchoClient(SETTINGS)) {
      RuntimeException failure =
          client.failure(
              new ResourceAccessException(
                  "I/O error",
                  new RequestFailedException(
                      "Request execution failed",
                      DeadlineTimeoutException.from(Deadline.MIN_VALUE))));
      assertThat(failure)
          .hasMessage("no connection to echo came free within 300 ms")
          .isInstanceOfSatisfying(
              EchoFailure.class, lost -> assertThat(lost.status()).isEqualTo(504));
    }
  }
}
