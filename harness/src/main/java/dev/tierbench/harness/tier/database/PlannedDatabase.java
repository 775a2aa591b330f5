package dev.tierbench.harness.tier.database;

import dev.tierbench.harness.preflight.UserFolder;
import dev.tierbench.harness.tier.DatabaseAccess;
import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.observer.host.child.ChildLauncher;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.plan.DatabasePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The database of a plan: one that runs already, or a cluster of the plan's own, whose files are
 * new whenever its server starts and go with it.
 */
public final class PlannedDatabase implements AutoCloseable {

  private final DatabaseAccess access;

  /** What clusters are copied from; empty of a database that runs already. */
  private final Optional<PostgresTemplate> template;

  private Optional<PostgresCluster> cluster = Optional.empty();

  private PlannedDatabase(DatabaseAccess access, Optional<PostgresTemplate> template) {
    this.access = access;
    this.template = template;
  }

  /**
   * Makes what a database needs before it can start.
   *
   * @param access its address and role; the password only of a database that runs already
   * @param log receives what its server prints
   * @throws IOException when it cannot be made, or one that runs already does not answer
   */
  public static PlannedDatabase of(DatabasePlan database, DatabaseAccess access, Path log)
      throws IOException, InterruptedException {
    ClusterScratch.removeLeft();
    if (database.url().isPresent()) {
      GivenDatabase.prepare(access, database.rows());
      return new PlannedDatabase(access, Optional.empty());
    }
    PostgresTemplate template =
        PostgresTemplate.of(
            programs(), UserFolder.CACHE.in(System.getenv()), access, database.rows(), log);
    return new PlannedDatabase(access.withPassword(template.password()), Optional.of(template));
  }

  private static PostgresPrograms programs() throws IOException {
    return PostgresPrograms.find()
        .orElseThrow(() ->
            new IOException(
                "the programs of PostgreSQL are missing: " + PostgresPrograms.HOW_TO_INSTALL));
  }

  /** Address and role for servers. */
  public DatabaseAccess access() {
    return access;
  }

  /**
   * What the harness asks it.
   *
   * @param ports of the servers that call it, by name
   */
  public DatabaseBackend backend(Map<String, Integer> ports) {
    String user = template.isPresent() ? DatabaseAccess.ADMINISTRATOR : access.user();
    return new DatabaseBackend(
        access, user, ports, () -> cluster.map(of -> PostgresCluster.data(of.folder())));
  }

  /** A database that runs already. */
  public RunningTier given() {
    return new GivenDatabase(access);
  }

  /**
   * Starts its server on new files; of a database that runs already there is nothing to start.
   *
   * @param cores that its server is held to
   */
  public RunningTier start(ChildLauncher launcher, Optional<CpuList> cores, Path log)
      throws IOException, InterruptedException {
    if (template.isEmpty()) {
      return given();
    }
    close();
    cluster = Optional.of(PostgresCluster.copyOf(template.get(), programs(), access));
    long from = Files.exists(log) ? Files.size(log) : 0;
    return new DatabaseTier(launcher.start(cluster.get().command(cores, log)), log, from);
  }

  /** Deletes the files of the cluster; its server has to have ended. */
  @Override
  public void close() throws IOException {
    if (cluster.isPresent()) {
      cluster.get().close();
      cluster = Optional.empty();
    }
  }
}
