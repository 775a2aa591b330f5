package dev.tierbench.server.r2dbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.r2dbc.spi.R2dbcNonTransientResourceException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** A pool that may find a connection closed which it was about to give. */
class OpenConnectionTest {

  private static final class OfTheDriver extends R2dbcNonTransientResourceException {
    private static final long serialVersionUID = 1;
  }

  private final AtomicInteger taken = new AtomicInteger();

  /** Gives a connection after so many that are closed. */
  private Mono<String> pool(int closed, RuntimeException failure) {
    return Mono.defer(
        () -> taken.incrementAndGet() <= closed ? Mono.error(failure) : Mono.just("open"));
  }

  private static RuntimeException foundClosed() {
    return new R2dbcNonTransientResourceException("Connection validation failed");
  }

  private static Mono<String> open(Mono<String> pool, int more) {
    return R2dbcDatabaseClient.open(pool, more, IllegalStateException::new);
  }

  @Test
  void closedConnectionsAreDroppedForTheNext() {
    assertThat(open(pool(3, foundClosed()), 3).block()).isEqualTo("open");
    assertThat(taken).hasValue(4);
  }

  @Test
  void thatEndsWhenAllWereClosed() {
    assertThatThrownBy(() -> open(pool(3, foundClosed()), 2).block())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("validation");
    assertThat(taken).hasValue(3);
  }

  @Test
  void aFailureOfTheDriverIsFinal() {
    assertThatThrownBy(() -> open(pool(1, new OfTheDriver()), 3).block())
        .isInstanceOf(IllegalStateException.class)
        .hasCauseInstanceOf(OfTheDriver.class);
    assertThat(taken).hasValue(1);
  }
}
