package dev.tierbench.server.r2dbc;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.Wrapped;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Closes connections whose statement has had no answer for too long, which fails the statement. One
 * task looks at all of them now and then: a time-out of its own for each statement would cost CPU
 * for each request. Thread-safe.
 */
final class SilenceWatch implements AutoCloseable {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

  private final long longestNanos;
  private final Map<Connection, Long> asked = new ConcurrentHashMap<>();
  private final Set<Connection> silent = ConcurrentHashMap.newKeySet();
  private final Disposable looks;

  SilenceWatch(Duration longest) {
    longestNanos = longest.toNanos();
    long period = BETWEEN_LOOKS.toMillis();
    looks =
        Schedulers.single().schedulePeriodically(this::look, period, period, TimeUnit.MILLISECONDS);
  }

  /** The statement, watched from its subscription to its end. */
  <T> Mono<T> over(Connection pooled, Mono<T> statement) {
    return Mono.defer(
            () -> {
              asked.put(pooled, System.nanoTime());
              return statement;
            })
        .doFinally(end -> asked.remove(pooled));
  }

  /** Whether this closed the connection; true once. */
  boolean closed(Connection pooled) {
    return silent.remove(pooled);
  }

  private void look() {
    long now = System.nanoTime();
    asked.forEach((pooled, since) -> {
      if (now - since > longestNanos && asked.remove(pooled, since)) {
        silent.add(pooled);
        disconnect(pooled).subscribe();
      }
    });
  }

  /** Closes the connection itself, which the pool then finds closed and does not use again. */
  static Mono<Void> disconnect(Connection pooled) {
    return Mono.<Void>from(((Connection) ((Wrapped<?>) pooled).unwrap()).close()).onErrorComplete();
  }

  @Override
  public void close() {
    looks.dispose();
  }
}
