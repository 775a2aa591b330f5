package dev.tierbench.harness.tier.database;

import dev.tierbench.harness.tier.DatabaseAccess;
import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.observer.host.child.ChildLauncher;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.plan.DatabasePlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A cluster of our own on the loopback that has started and answers, on any core; its files go when
 * it is closed.
 */
public final class OwnDatabase implements AutoCloseable {

  /** Number of rows where no statement depends on it. */
  public static final int FEW_ROWS = 1_000;

  private static final int LAST_LINES = 3;

  private final ChildLauncher launcher = new ChildLauncher();
  private final PlannedDatabase database;
  private final RunningTier running;

  private OwnDatabase(PlannedDatabase database, Path log) throws IOException, InterruptedException {
    this.database = database;
    this.running = database.start(launcher, Optional.empty(), log);
  }

  /**
   * Starts it with {@link #FEW_ROWS}, and waits until it answers.
   *
   * @param port that it is to answer at
   * @throws IOException when it does not start
   */
  public static OwnDatabase start(int port, Path log) throws IOException, InterruptedException {
    OwnDatabase started =
        new OwnDatabase(
            PlannedDatabase.of(
                new DatabasePlan(Optional.empty(), FEW_ROWS), DatabaseAccess.own(port), log),
            log);
    boolean ready = false;
    try (DatabaseBackend backend = started.backend()) {
      ready = backend.awaitReady(started.running, ServerDescriptor.READY_WITHIN);
      if (!ready) {
        throw new IOException(
            "the database did not start: "
                + String.join(" ", started.running.lastLines(LAST_LINES)));
      }
      return started;
    } finally {
      if (!ready) {
        started.close();
      }
    }
  }

  private DatabaseBackend backend() {
    return database.backend(Map.of());
  }

  /** Address and roles of the database. */
  public DatabaseAccess access() {
    return database.access();
  }

  /** The settings in force; empty when it does not answer. */
  public Optional<JsonNode> settings() {
    try (DatabaseBackend backend = backend()) {
      return backend.settings();
    }
  }

  /** Whether its server still runs. */
  public boolean isAlive() {
    return running.isAlive();
  }

  /** Describes how its server ended. */
  public String howItEnded() throws InterruptedException {
    return running.howItEnded();
  }

  @Override
  public void close() throws IOException {
    try {
      running.end();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    launcher.endAll();
    database.close();
  }
}
