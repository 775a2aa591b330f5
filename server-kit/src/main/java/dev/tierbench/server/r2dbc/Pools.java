package dev.tierbench.server.r2dbc;

import dev.tierbench.server.database.DatabaseSettings;
import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.ConnectionPoolConfiguration;
import io.r2dbc.postgresql.PostgresqlConnectionConfiguration;
import io.r2dbc.postgresql.PostgresqlConnectionFactory;
import io.r2dbc.postgresql.util.LogLevel;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ValidationDepth;
import java.time.Duration;
import java.util.Map;
import reactor.core.publisher.Mono;
import reactor.netty.resources.LoopResources;

/** Makes pools of connections to PostgreSQL. */
final class Pools {
  private static final Duration NEVER = Duration.ofMillis(-1);

  private Pools() {}

  /**
   * A pool that opens a connection when none is free and closes none for being old. The event loop
   * sees when the database closes one, so none needs a test before its use. No statement is tried
   * twice.
   */
  static ConnectionPool of(DatabaseSettings settings, LoopResources loops) {
    return new ConnectionPool(
        ConnectionPoolConfiguration.builder(connections(settings, loops))
            .name("database")
            .initialSize(0) // with more, it loses room for connections when some fail
            .maxSize(settings.pool())
            .maxAcquireTime(settings.acquireTimeout())
            .maxCreateConnectionTime(settings.connectTimeout())
            .maxIdleTime(NEVER)
            .maxLifeTime(NEVER)
            .validationDepth(ValidationDepth.LOCAL)
            .acquireRetry(0)
            .customizer(pool -> pool.evictionPredicate((connection, use) -> isClosed(connection)))
            .build());
  }

  /** Statements are prepared in the server by their first execution, the driver's default. */
  private static PostgresqlConnectionFactory connections(
      DatabaseSettings settings, LoopResources loops) {
    return new PostgresqlConnectionFactory(
        PostgresqlConnectionConfiguration.builder()
            .host(settings.host())
            .port(settings.port())
            .database(settings.name())
            .username(settings.user())
            .password(settings.password())
            .applicationName(settings.application())
            .autodetectExtensions(false)
            .exceptionLogLevel(failure -> LogLevel.DEBUG) // the caller gets the reason
            .connectTimeout(settings.connectTimeout())
            .options(Map.of("statement_timeout", Long.toString(settings.timeout().toMillis())))
            .loopResources(loops)
            .build());
  }

  /** Asks the driver, which knows without the database. */
  private static boolean isClosed(Connection connection) {
    return !Mono.from(connection.validate(ValidationDepth.LOCAL)).toFuture().getNow(false);
  }
}
