package dev.tierbench.harness.http.verify;

import dev.tierbench.harness.preflight.UserFolder;
import dev.tierbench.harness.tier.DatabaseAccess;
import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.harness.tier.database.DatabaseBackend;
import dev.tierbench.harness.tier.database.PlannedDatabase;
import dev.tierbench.observer.host.child.ChildLauncher;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.plan.DatabasePlan;
import dev.tierbench.run.plan.HttpPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** A database that servers are verified with: the contract test locks and renames its tables. */
public final class VerificationDatabase implements AutoCloseable {

  /** Few rows: the contract test asks for any of them. */
  static final int ROWS = 1_000;

  private final ChildLauncher launcher;
  private final PlannedDatabase database;
  private final RunningTier running;

  private VerificationDatabase(
      ChildLauncher launcher, PlannedDatabase database, RunningTier running) {
    this.launcher = launcher;
    this.database = database;
    this.running = running;
  }

  /**
   * Starts it, and waits until it answers.
   *
   * @param port that it is to answer at
   * @param logs the folder of its log
   * @throws IOException when it does not start
   */
  public static VerificationDatabase start(int port, Path logs)
      throws IOException, InterruptedException {
    Path log = logs.resolve("database.log");
    HttpPlan plan = VerificationPlan.ofDatabase(new DatabasePlan(Optional.empty(), ROWS), port);
    PlannedDatabase database =
        PlannedDatabase.of(plan, UserFolder.CACHE.in(System.getenv()), System.getenv(), log);
    ChildLauncher launcher = new ChildLauncher();
    VerificationDatabase started =
        new VerificationDatabase(launcher, database, database.start(launcher, log));
    try (DatabaseBackend backend = database.backend()) {
      if (!backend.awaitReady(started.running, ServerDescriptor.READY_WITHIN)) {
        started.close();
        throw new IOException(
            "the database did not start: " + String.join(" ", started.running.lastLines(3)));
      }
    }
    return started;
  }

  /** Address and roles of the database. */
  public DatabaseAccess access() {
    return database.access();
  }

  @Override
  public void close() throws IOException {
    try {
      running.end();
      launcher.endAll();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    database.close();
  }
}
