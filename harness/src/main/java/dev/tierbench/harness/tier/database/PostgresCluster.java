package dev.tierbench.harness.tier.database;

import dev.tierbench.harness.tier.DatabaseAccess;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.observer.host.child.Command;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.Tier;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A cluster of PostgreSQL in a folder of its own.
 *
 * <p>Anybody on this host can reach its port, so its two roles have a random password. PostgreSQL
 * refuses to run as root: then it runs as the user {@code postgres}, or else {@code nobody}.
 */
record PostgresCluster(PostgresPrograms programs, Path folder, DatabaseAccess access)
    implements AutoCloseable {

  /**
   * Settings of every cluster. Nothing of a run has to survive a crash, so no statement waits for
   * the disk: the work is that of connections, threads and pools. A vacuum in the middle of a
   * window would be another program's work.
   */
  static final List<String> SETTINGS =
      List.of(
          "max_connections=2000",
          "shared_buffers=256MB",
          "shared_preload_libraries=pg_stat_statements",
          "pg_stat_statements.track_utility=off",
          "fsync=off",
          "synchronous_commit=off",
          "full_page_writes=off",
          "autovacuum=off",
          "jit=off",
          "log_min_messages=warning");

  /** Copies the files of a template. */
  static PostgresCluster copyOf(
      PostgresTemplate template, PostgresPrograms programs, DatabaseAccess access)
      throws IOException, InterruptedException {
    Path folder = ClusterScratch.make();
    boolean made = false;
    try {
      Command.run(
          List.of("cp", "-a", "--reflink=auto", template.data().toString(), folder.toString()),
          PostgresTemplate.MAKING);
      ClusterScratch.giveToServer(data(folder));
      made = true;
      return new PostgresCluster(programs, folder, access);
    } catch (IOException e) {
      throw new IOException("the database's files cannot be made: " + e.getMessage(), e);
    } finally {
      if (!made) {
        ClusterScratch.delete(folder);
      }
    }
  }

  /** Folder of the files that a server of PostgreSQL keeps. */
  static Path data(Path folder) {
    return folder.resolve("data");
  }

  /**
   * The command that serves it.
   *
   * @param cpus that it is held to
   */
  ChildCommand command(Optional<CpuList> cpus, Path log) throws IOException {
    List<String> words = new ArrayList<>(ClusterScratch.asServer());
    words.add(programs.postgres().toString());
    words.addAll(List.of("-D", data(folder).toString(), "-k", "")); // no socket but TCP's
    words.addAll(List.of("-h", access.host(), "-p", String.valueOf(access.port())));
    SETTINGS.forEach(setting -> words.addAll(List.of("-c", setting)));
    return new ChildCommand(
        Tier.DATABASE.id(), words, ChildCommand.PLAIN, cpus, Redirect.appendTo(log.toFile()), log);
  }

  /** Deletes its files; its server has to have ended. */
  @Override
  public void close() throws IOException {
    try {
      ClusterScratch.delete(folder);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while " + folder + " was deleted", e);
    }
  }
}
