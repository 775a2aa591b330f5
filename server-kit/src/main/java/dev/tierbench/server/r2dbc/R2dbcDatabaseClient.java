package dev.tierbench.server.r2dbc;

import dev.tierbench.server.database.DatabaseFailure;
import dev.tierbench.server.database.DatabaseQuery;
import dev.tierbench.server.database.DatabaseQuery.Point;
import dev.tierbench.server.database.DatabaseQuery.Sleep;
import dev.tierbench.server.database.DatabaseQuery.Transaction;
import dev.tierbench.server.database.DatabaseSettings;
import dev.tierbench.server.database.LibraryVersion;
import dev.tierbench.server.database.Statements;
import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.postgresql.PostgresqlConnectionFactory;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.R2dbcException;
import io.r2dbc.spi.R2dbcNonTransientResourceException;
import io.r2dbc.spi.R2dbcTimeoutException;
import io.r2dbc.spi.Result;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.resources.LoopResources;

/**
 * Asks PostgreSQL, one query per subscription; no thread waits. Fails with {@link DatabaseFailure}.
 */
@Component
@Lazy
public final class R2dbcDatabaseClient implements AutoCloseable {
  /** Read once: it comes from files in jars. */
  public static final String VERSION =
      "r2dbc-postgresql "
          + LibraryVersion.of(PostgresqlConnectionFactory.class, "org.postgresql/r2dbc-postgresql")
          + ", r2dbc-pool "
          + LibraryVersion.of(ConnectionPool.class, "io.r2dbc/r2dbc-pool");

  private final DatabaseSettings settings;
  private final ConnectionPool pool;
  private final Mono<Connection> connection;
  private final SilenceWatch watch;

  /** A client whose connections are served by those event loops. */
  public R2dbcDatabaseClient(DatabaseSettings settings, LoopResources loops) {
    this.settings = settings;
    watch = new SilenceWatch(settings.silence());
    pool = Pools.of(settings, loops);
    connection = open(pool.create(), settings.pool(), this::notConnected);
    awaitFilled();
  }

  /**
   * Takes a connection again when the pool found the one closed that it was about to give: the
   * database may close it after the pool's test for eviction and before its validation. No
   * statement was sent on it.
   *
   * @param more times at most
   */
  static <T> Mono<T> open(Mono<T> taken, int more, UnaryOperator<Throwable> otherwise) {
    return taken.onErrorResume(failure ->
        isFoundClosed(failure) && more > 0
            ? open(taken, more - 1, otherwise)
            : Mono.error(otherwise.apply(failure)));
  }

  /**
   * Whether the pool refused a connection of its own; the failures of the driver are subclasses.
   */
  private static boolean isFoundClosed(Throwable failure) {
    return failure.getClass() == R2dbcNonTransientResourceException.class;
  }

  /**
   * Opens every connection, unless the database is down. The pool's own way, {@code warmup}, loses
   * room for connections when it fails or is cancelled.
   */
  private void awaitFilled() {
    CompletableFuture<Void> filled =
        Flux.range(0, settings.pool())
            .flatMap(number -> pool.create().onErrorComplete(), settings.pool())
            .collectList()
            .flatMapMany(Flux::fromIterable)
            .flatMap(Connection::close)
            .then()
            .toFuture();
    CompletableFuture<Void> waited = filled.copy();
    waited
        .completeOnTimeout(null, settings.connectTimeout().toMillis(), TimeUnit.MILLISECONDS)
        .join();
  }

  /** One query for each subscription; its value is the body of the answer. */
  public Mono<String> ask(DatabaseQuery query) {
    return watch.use(connection, open -> answer(open, query));
  }

  private Mono<String> answer(Connection open, DatabaseQuery query) {
    return switch (query) {
      case Sleep sleep -> execute(open, Statements.SLEEP, sleep.seconds()).thenReturn(Sleep.ANSWER);
      case Point point -> read(open, Statements.randomKey(settings));
      case Transaction transaction -> transact(open, Statements.randomKey(settings));
    };
  }

  private Mono<String> read(Connection open, int id) {
    return limited(
            open,
            Flux.from(open.createStatement(Statements.READ).bind(0, id).execute())
                .flatMap(result -> result.map(row -> row.get(0, String.class)))
                .singleOrEmpty())
        .switchIfEmpty(Mono.error(() -> DatabaseFailure.noRow(id)));
  }

  /** The pool rolls back what was not committed. */
  private Mono<String> transact(Connection open, int id) {
    return limited(open, Mono.from(open.beginTransaction()))
        .then(Mono.defer(() -> read(open, id)))
        .flatMap(pad ->
            execute(open, Statements.LOG, id)
                .then(Mono.defer(() -> execute(open, Statements.COUNT, id)))
                .then(Mono.defer(() -> limited(open, Mono.from(open.commitTransaction()))))
                .thenReturn(pad));
  }

  private Mono<Void> execute(Connection open, String sql, Object value) {
    return limited(
        open,
        Flux.from(open.createStatement(sql).bind(0, value).execute())
            .flatMap(Result::getRowsUpdated)
            .then());
  }

  private <T> Mono<T> limited(Connection open, Mono<T> statement) {
    return watch.over(open, statement).onErrorMap(failure -> failure(open, failure));
  }

  private Throwable failure(Connection open, Throwable failure) {
    if (watch.closed(open)) {
      return DatabaseFailure.silent(settings);
    }
    return failure instanceof R2dbcException said
        ? DatabaseFailure.querying(Optional.ofNullable(said.getSqlState()), settings)
        : failure;
  }

  private Throwable notConnected(Throwable failure) {
    return switch (failure) {
      case R2dbcTimeoutException late -> DatabaseFailure.poolExhausted(settings);
      case TimeoutException late -> DatabaseFailure.notConnected(settings);
      case R2dbcException said ->
          DatabaseFailure.connecting(Optional.ofNullable(said.getSqlState()), settings);
      default -> failure;
    };
  }

  @Override
  public void close() {
    watch.close();
    pool.dispose();
  }
}
