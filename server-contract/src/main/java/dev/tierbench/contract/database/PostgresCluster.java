package dev.tierbench.contract.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A cluster of PostgreSQL for tests, in a folder of its own that is deleted at the end. It listens
 * on the loopback, asks for no password and syncs nothing to the disk.
 */
public final class PostgresCluster implements AutoCloseable {
  private static final Path INSTALLED = Path.of("/usr/lib/postgresql");

  /** Role of the administrator. */
  static final String USER = "tierbench";

  private static final Duration LONGEST_START = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final int LEAST_PORT = 15_000;
  private static final int MOST_PORT = 32_000;

  private final Path folder;
  private final int port;
  private final Process server;

  private PostgresCluster(Path folder, int port, Process server) {
    this.folder = folder;
    this.port = port;
    this.server = server;
  }

  /** Folder of {@code initdb} and {@code postgres}; empty when they are not installed. */
  public static Optional<Path> programs() {
    Stream<Path> onPath =
        Stream.of(System.getenv("PATH").split(":", -1)).filter(dir -> !dir.isEmpty()).map(Path::of);
    return Stream.concat(installed(), onPath)
        .filter(dir ->
            Files.isExecutable(dir.resolve("initdb"))
                && Files.isExecutable(dir.resolve("postgres")))
        .findFirst();
  }

  private static Stream<Path> installed() {
    if (!Files.isDirectory(INSTALLED)) {
      return Stream.empty();
    }
    try (Stream<Path> versions = Files.list(INSTALLED)) {
      return versions
          .sorted(Comparator.reverseOrder())
          .map(of -> of.resolve("bin"))
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Starts a cluster and waits until it answers.
   *
   * @param programs see {@link #programs}
   */
  public static PostgresCluster start(Path programs) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("tierbench-postgres");
    int port = ThreadLocalRandom.current().nextInt(LEAST_PORT, MOST_PORT);
    Path data = folder.resolve("data");
    Path log = folder.resolve("log");
    if (isRoot()) {
      run(log, List.of("chown", "postgres", folder.toString()));
    }
    run(
        log,
        asUser(
            List.of(
                programs.resolve("initdb").toString(),
                "--pgdata=" + data,
                "--username=" + USER,
                "--auth=trust",
                "--no-sync")));
    Files.writeString(
        data.resolve("postgresql.conf"),
        """
        listen_addresses = '127.0.0.1'
        port = %d
        unix_socket_directories = ''
        max_connections = 100
        fsync = off
        shared_preload_libraries = 'pg_stat_statements'
        pg_stat_statements.track_utility = off
        """
            .formatted(port),
        StandardOpenOption.APPEND);
    Process server =
        new ProcessBuilder(asUser(List.of(programs.resolve("postgres").toString(), "-D" + data)))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    PostgresCluster cluster = new PostgresCluster(folder, port, server);
    cluster.awaitReady(log);
    return cluster;
  }

  /** PostgreSQL refuses to run as root. */
  private static List<String> asUser(List<String> command) {
    return isRoot()
        ? Stream.concat(
                Stream.of("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"),
                command.stream())
            .toList()
        : command;
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  private static void run(Path log, List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    if (process.waitFor() != 0) {
      throw new IOException(command.getFirst() + " failed: " + Files.readString(log));
    }
  }

  private void awaitReady(Path log) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + LONGEST_START.toNanos();
    while (true) {
      try {
        new TestDatabase(address()).close();
        return;
      } catch (SQLException notYet) {
        if (!server.isAlive() || System.nanoTime() - deadline > 0) {
          close();
          throw new IOException(
              "postgres does not start: " + Files.readString(log, StandardCharsets.UTF_8), notYet);
        }
        Thread.sleep(POLL);
      }
    }
  }

  /** Address of the database, for its administrator. */
  public DatabaseAddress address() {
    return new DatabaseAddress("127.0.0.1", port, "postgres", USER, "");
  }

  @Override
  public void close() {
    server.destroy();
    try {
      if (!server.waitFor(10, TimeUnit.SECONDS)) {
        server.destroyForcibly();
      }
      delete(folder);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
