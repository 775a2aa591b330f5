package dev.tierbench.database.netty;

import dev.tierbench.server.jdbc.JdbcDatabaseClient;
import java.util.List;

/** The concurrency models that this server can run, one at a time, by {@code netty.model}. */
final class Models {
  static final String PROPERTY = "netty.model";

  static final String REACTOR = "webflux-reactor";
  static final String COROUTINE = "webflux-coroutine";
  static final String VIRTUAL = "webflux-virtual";

  static final List<String> ALL = List.of(REACTOR, COROUTINE, VIRTUAL);

  private Models() {}

  /** Whether a thread waits for the database, by way of {@link JdbcDatabaseClient}. */
  static boolean blocks(String model) {
    return model.equals(VIRTUAL);
  }
}
