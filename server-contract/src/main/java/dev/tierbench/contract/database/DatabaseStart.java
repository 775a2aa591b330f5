package dev.tierbench.contract.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.contract.Patience;
import dev.tierbench.contract.ServerUnderTest;
import java.net.http.HttpResponse;
import java.util.function.Function;

/** A server that is started while its database is down. */
public final class DatabaseStart {
  private static final int OK = 200;
  private static final int BAD_GATEWAY = 502;

  private DatabaseStart() {}

  /**
   * Checks that the server answers 502 with the reason until the database is up, and 200 then.
   *
   * @param start starts a server with a command line
   */
  public static void afterTheServer(Function<String[], ServerUnderTest> start) throws Exception {
    try (PostgresCluster cluster = DatabaseSuite.cluster();
        DatabaseDownstream database =
            new DatabaseDownstream(cluster.address(), 0, DatabaseSuite.ROWS)) {
      database.kill();
      try (ServerUnderTest server = start.apply(DatabaseSuite.options(database))) {
        HttpResponse<String> down = server.get("/sleep");
        assertThat(down.statusCode()).isEqualTo(BAD_GATEWAY);
        assertThat(down.body())
            .isEqualTo("the database is down: cannot connect to " + database.url() + "\n");
        database.recover();
        Patience.await("the return is noticed", () -> server.get("/sleep").statusCode() == OK);
      }
    }
  }
}
