package dev.tierbench.server.r2dbc;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.Wrapped;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.reactivestreams.Publisher;
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

  /** The driver says good-bye to the database first, which may read nothing any more. */
  private static final Duration LONGEST_CLOSE = Duration.ofSeconds(1);

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

  /** Uses a connection of a pool, and gives it back when it can be used again, or is closed. */
  <T> Mono<T> use(Mono<Connection> pool, Function<Connection, Mono<T>> work) {
    return Mono.usingWhen(
        pool, work, this::giveBack, (pooled, failure) -> giveBack(pooled), this::abandon);
  }

  /**
   * The driver fails the statement of a connection that is closed before the connection counts as
   * closed: given back at once, it would go to the next request.
   */
  private Publisher<Void> giveBack(Connection pooled) {
    return closed(pooled) ? abandon(pooled) : pooled.close();
  }

  /**
   * Gives up a connection that is closed, or whose caller has gone: a statement that is under way
   * would delay the next one on it, and the driver may not read its answer to the end.
   */
  private Mono<Void> abandon(Connection pooled) {
    silent.remove(pooled);
    return disconnect(pooled).then(Mono.defer(() -> Mono.from(pooled.close())));
  }

  /** The statement, watched from its subscription until just before its end is passed on. */
  <T> Mono<T> over(Connection pooled, Mono<T> statement) {
    return Mono.using(
        () -> begin(pooled), since -> statement, since -> asked.remove(pooled, since));
  }

  private Long begin(Connection pooled) {
    Long since = System.nanoTime();
    asked.put(pooled, since);
    return since;
  }

  /** Whether this closed the connection, or is about to. */
  boolean closed(Connection pooled) {
    return silent.contains(pooled);
  }

  /** A connection is marked first: closing it fails its statement, whose failure is looked up. */
  private void look() {
    long now = System.nanoTime();
    asked.forEach((pooled, since) -> {
      if (now - since > longestNanos) {
        silent.add(pooled);
        if (asked.remove(pooled, since)) {
          disconnect(pooled).subscribe();
        } else {
          silent.remove(pooled);
        }
      }
    });
  }

  /** Closes the connection itself, which the pool then finds closed and does not use again. */
  private static Mono<Void> disconnect(Connection pooled) {
    return Mono.<Void>from(((Connection) ((Wrapped<?>) pooled).unwrap()).close())
        .timeout(LONGEST_CLOSE)
        .onErrorComplete();
  }

  @Override
  public void close() {
    looks.dispose();
  }
}
