package dev.tierbench.harness.tier.database;

import dev.tierbench.harness.tier.DatabaseAccess;
import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.observer.host.child.ChildLauncher;
import dev.tierbench.run.Tier;
import dev.tierbench.run.plan.DatabasePlan;
import dev.tierbench.run.plan.HttpPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;

/**
 * The database of a plan: one that runs already, or a cluster of the plan's own, whose files are
 * new whenever its server starts and go with it.
 */
public final class PlannedDatabase implements AutoCloseable {

  private final HttpPlan plan;
  private final DatabaseAccess access;

  /** What clusters are copied from; empty of a database that runs already. */
  private final Optional<PostgresTemplate> template;

  private Optional<PostgresCluster> cluster = Optional.empty();

  private PlannedDatabase(
      HttpPlan plan, DatabaseAccess access, Optional<PostgresTemplate> template) {
    this.plan = plan;
    this.access = access;
    this.template = template;
  }

  /**
   * Makes what a database of that plan needs before it can start.
   *
   * @param cache the user's folder for templates of clusters
   * @param environment of the user, with the password of a database that runs already
   * @param log receives what its server prints
   * @throws IOException when it cannot be made, or one that runs already does not answer
   */
  public static PlannedDatabase of(
      HttpPlan plan, Path cache, Map<String, String> environment, Path log)
      throws IOException, InterruptedException {
    DatabasePlan database = plan.database().orElseThrow();
    DatabaseAccess access =
        DatabaseAccess.of(plan, environment.getOrDefault(DatabaseAccess.PASSWORD, ""));
    if (database.url().isPresent()) {
      GivenDatabase.prepare(access, database.rows());
      return new PlannedDatabase(plan, access, Optional.empty());
    }
    PostgresTemplate template =
        PostgresTemplate.of(programs(), cache, access, database.rows(), log);
    return new PlannedDatabase(
        plan, access.withPassword(template.password()), Optional.of(template));
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

  /** What the harness asks it. */
  public DatabaseBackend backend() {
    String user = template.isPresent() ? DatabaseAccess.ADMINISTRATOR : access.user();
    return new DatabaseBackend(access, user, plan.network().ports());
  }

  /** A database that runs already. */
  public RunningTier given() {
    return new GivenDatabase(access);
  }

  /** Starts its server on new files; of a database that runs already there is nothing to start. */
  public RunningTier start(ChildLauncher launcher, Path log)
      throws IOException, InterruptedException {
    if (template.isEmpty()) {
      return given();
    }
    close();
    cluster = Optional.of(PostgresCluster.copyOf(template.get(), programs(), access));
    return new DatabaseTier(
        launcher.start(cluster.get().command(plan.pinning().cores(Tier.DATABASE), log)));
  }

  /** Deletes the files of the cluster; its server has to have ended. */
  @Override
  public void close() throws IOException {
    if (cluster.isPresent()) {
      cluster.get().close();
      cluster = Optional.empty();
    }
  }

  /** The message of a question that failed, without what the driver wraps around it. */
  static IOException failed(String what, SQLException reason) {
    return new IOException(what + ": " + reason.getMessage(), reason);
  }
}
