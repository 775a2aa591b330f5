package dev.tierbench.harness.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;

/** A small stand-in for a server in front of a database, with a pool of two connections. */
final class DatabaseServer {

  private static final int POOL = 2;
  private static final String SLEEP = "select /* tierbench */ pg_sleep(0.02)";

  private final Properties properties = new Properties();
  private final String url;
  private final BlockingQueue<Connection> pool = new ArrayBlockingQueue<>(POOL);

  private DatabaseServer(List<String> options) {
    url = "jdbc:" + FakeTiers.from(options, "--database.url=");
    properties.setProperty("user", FakeTiers.from(options, "--database.user="));
    properties.setProperty("password", System.getenv("DATABASE_PASSWORD"));
    properties.setProperty(
        "ApplicationName", "tierbench-" + FakeTiers.from(options, "--server.port="));
  }

  /** Starts it with the options of a server of this repository. */
  public static void main(String[] args) throws IOException, SQLException {
    List<String> options = List.of(args);
    DatabaseServer database = new DatabaseServer(options);
    for (int i = 0; i < POOL; i++) {
      database.pool.add(database.connect());
    }
    HttpServer server =
        HttpServer.create(
            new InetSocketAddress(
                InetAddress.getLoopbackAddress(),
                Integer.parseInt(FakeTiers.from(options, "--server.port="))),
            0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/health", exchange -> FakeTiers.answer(exchange, 200, "up"));
    server.createContext(
        "/settings",
        exchange ->
            FakeTiers.answer(
                exchange, 200, "{\"model\":\"tomcat-platform\",\"pool_size\":" + POOL + "}"));
    server.createContext("/sleep", database::sleep);
    server.start();
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(url, properties);
  }

  private void sleep(HttpExchange exchange) throws IOException {
    try {
      Connection connection = pool.take();
      try (PreparedStatement statement = connection.prepareStatement(SLEEP)) {
        statement.execute();
        pool.add(connection);
      } catch (SQLException e) {
        pool.add(connection); // a lost one stays lost
        FakeTiers.answer(exchange, 502, "the database is down\n");
        return;
      }
      FakeTiers.answer(exchange, 200, "slept");
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
