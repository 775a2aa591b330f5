package dev.tierbench.harness.tier.database;

import dev.tierbench.harness.preflight.Sha256;
import dev.tierbench.harness.tier.DatabaseAccess;
import dev.tierbench.harness.tier.DatabaseTables;
import dev.tierbench.observer.host.FolderTree;
import dev.tierbench.observer.host.child.ChildLauncher;
import dev.tierbench.observer.host.child.ChildProcess;
import dev.tierbench.observer.host.child.Command;
import dev.tierbench.run.file.Warning;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files that clusters are copied from: made once for each version of PostgreSQL and number of
 * rows, and kept in the user's cache.
 *
 * @param folder with the files of a cluster and the password of its two roles
 */
record PostgresTemplate(Path folder) {

  /** Time that making, filling or copying the files may take. */
  static final Duration MAKING = Duration.ofMinutes(3);

  private static final Duration STARTING = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(50);
  private static final int PASSWORD_BYTES = 24;
  private static final int LAST_LINES = 3;

  /** A copy that has not got its name yet, with the id of the process that makes it. */
  private static final Pattern UNFINISHED = Pattern.compile("postgres-[0-9a-f]+\\.\\d+");

  /** Age from which a copy is nobody's: hosts that share the cache do not know each other's ids. */
  private static final Duration ABANDONED = Duration.ofHours(1);

  /** Changes whenever the statements do that fill a template. */
  private static final String VERSION = "1";

  /**
   * Finds a template, or makes it.
   *
   * @param cache the user's folder
   * @param access the roles and the database to make, and the port to use meanwhile
   * @param log receives what the server prints
   * @throws IOException when it cannot be made, with the last words of its programs
   */
  static PostgresTemplate of(
      PostgresPrograms programs, Path cache, DatabaseAccess access, int rows, Path log)
      throws IOException, InterruptedException {
    String key =
        Sha256.of(
            String.join(
                "\n",
                programs.version(),
                VERSION,
                String.valueOf(PostgresCluster.SETTINGS),
                String.join("\n", DatabaseTables.statements(rows))));
    removeAbandoned(cache);
    PostgresTemplate template = new PostgresTemplate(cache.resolve("postgres-" + key));
    if (!Files.isDirectory(template.folder)) {
      template.make(programs, access, rows, log);
    }
    return template;
  }

  /** Deletes copies that processes left which were killed before the copy was whole. */
  static void removeAbandoned(Path cache) throws IOException {
    if (!Files.isDirectory(cache)) {
      return;
    }
    List<Path> unfinished;
    try (Stream<Path> all = Files.list(cache)) {
      unfinished =
          all.filter(folder -> UNFINISHED.matcher(folder.getFileName().toString()).matches())
              .toList();
    }
    FileTime oldest = FileTime.from(Instant.now().minus(ABANDONED));
    for (Path folder : unfinished) {
      try {
        if (Files.getLastModifiedTime(folder, LinkOption.NOFOLLOW_LINKS).compareTo(oldest) < 0) {
          FolderTree.delete(folder);
        }
      } catch (IOException | UncheckedIOException e) {
        Warning.print("an unfinished template cannot be deleted: " + e.getMessage());
      }
    }
  }

  /** The files of the cluster. */
  Path data() {
    return PostgresCluster.data(folder);
  }

  /** The password of its roles. */
  String password() throws IOException {
    return Files.readString(passwordFile(folder));
  }

  private static Path passwordFile(Path folder) {
    return folder.resolve("password");
  }

  private void make(PostgresPrograms programs, DatabaseAccess access, int rows, Path log)
      throws IOException, InterruptedException {
    Path scratch = ClusterScratch.make();
    try {
      String password = randomPassword();
      Path data = Files.createDirectory(PostgresCluster.data(scratch));
      ClusterScratch.giveToServer(data);
      initialise(programs, data, password);
      fill(new PostgresCluster(programs, scratch, access.withPassword(password)), rows, log);
      ClusterScratch.takeBack(data);
      Files.writeString(privateFile(passwordFile(scratch)), password);
      keep(scratch);
    } catch (SQLException e) {
      throw new IOException("the database cannot be filled: " + e.getMessage(), e);
    } finally {
      ClusterScratch.delete(scratch);
    }
  }

  private static Path privateFile(Path file) throws IOException {
    return Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
  }

  private static String randomPassword() {
    byte[] random = new byte[PASSWORD_BYTES];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  private static void initialise(PostgresPrograms programs, Path data, String password)
      throws IOException, InterruptedException {
    Path file = privateFile(data.resolveSibling("for-initdb"));
    Files.writeString(file, password);
    ClusterScratch.giveToServer(file);
    List<String> initdb = new ArrayList<>(ClusterScratch.asServer());
    initdb.addAll(
        List.of(
            programs.initdb().toString(),
            "--pgdata=" + data,
            "--username=" + DatabaseAccess.ADMINISTRATOR,
            "--pwfile=" + file,
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--locale=C",
            "--no-sync"));
    Command.run(initdb, MAKING);
    Files.delete(file);
  }

  private static void fill(PostgresCluster cluster, int rows, Path log)
      throws IOException, InterruptedException, SQLException {
    DatabaseAccess access = cluster.access();
    ChildLauncher launcher = new ChildLauncher();
    try (ChildProcess server = launcher.start(cluster.command(Optional.empty(), log))) {
      try (DatabaseClient client = administrator(access.withName("postgres"))) {
        awaitAnswer(client, server);
        client.execute(
            MAKING,
            "create role %s login password '%s'".formatted(access.user(), access.password()),
            "create database %s owner %s".formatted(access.name(), access.user()));
      }
      try (DatabaseClient client = administrator(access)) {
        client.execute(MAKING, "create extension pg_stat_statements");
      }
      try (DatabaseClient client = new DatabaseClient(access, access.user())) {
        client.execute(MAKING, DatabaseTables.statements(rows));
      }
      try (DatabaseClient client = administrator(access)) {
        client.execute(MAKING, "vacuum analyze", "checkpoint");
      }
      server.interrupt(); // the fast way: it waits for no client
      int exit = server.await(STARTING);
      if (exit != 0) {
        throw new IOException(
            "PostgreSQL ended with exit code " + exit + " when the template was made: " + log);
      }
    } finally {
      launcher.endAll();
    }
  }

  private static DatabaseClient administrator(DatabaseAccess access) {
    return new DatabaseClient(access, DatabaseAccess.ADMINISTRATOR);
  }

  private static void awaitAnswer(DatabaseClient client, ChildProcess server)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + STARTING.toNanos();
    boolean answered = false;
    while (!answered) {
      try {
        client.ping();
        answered = true;
      } catch (SQLException e) {
        if (!server.isAlive() || System.nanoTime() > deadline) {
          throw new IOException(
              "PostgreSQL did not start: "
                  + (server.isAlive()
                      ? e.getMessage()
                      : String.join(" ", server.lastLines(LAST_LINES))),
              e);
        }
        Thread.sleep(POLL);
      }
    }
  }

  /** Copies the files to a name that no one knows yet, and gives them the right one when whole. */
  private void keep(Path scratch) throws IOException, InterruptedException {
    Files.createDirectories(folder.getParent());
    Path unfinished =
        folder.resolveSibling(folder.getFileName() + "." + ProcessHandle.current().pid());
    FolderTree.delete(unfinished);
    try {
      Command.run(List.of("cp", "-a", scratch.toString(), unfinished.toString()), MAKING);
      Files.setPosixFilePermissions(unfinished, PosixFilePermissions.fromString("rwx------"));
      Files.move(unfinished, folder);
    } catch (FileAlreadyExistsException e) {
      // Another run has made it meanwhile, and this one is deleted.
    } finally {
      FolderTree.delete(unfinished);
    }
  }
}
