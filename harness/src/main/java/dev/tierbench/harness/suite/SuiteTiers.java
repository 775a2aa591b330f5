package dev.tierbench.harness.suite;

import dev.tierbench.harness.run.RunExecution;
import dev.tierbench.harness.tier.database.OwnDatabase;
import dev.tierbench.harness.tier.local.Child;
import dev.tierbench.observer.host.child.ChildLauncher;
import dev.tierbench.run.plan.SuitePlan;
import java.io.IOException;
import java.util.Optional;

/**
 * The tiers that the work of a suite calls: the echo server, and the database where it is no file.
 * They end with the run.
 */
final class SuiteTiers implements AutoCloseable {

  private final RunExecution run;
  private final SuitePlan plan;
  private final ChildLauncher processes;
  private Optional<Child> echo = Optional.empty();
  private Optional<OwnDatabase> database = Optional.empty();

  SuiteTiers(RunExecution run, SuitePlan plan, ChildLauncher processes) {
    this.run = run;
    this.plan = plan;
    this.processes = processes;
  }

  /**
   * Starts those that the plan needs and that do not run, and waits until they answer.
   *
   * @throws IOException when one does not
   */
  void start() throws IOException, InterruptedException {
    if (EchoTier.isNeeded(plan.descriptor()) && echo.filter(Child::isAlive).isEmpty()) {
      echo =
          Optional.of(EchoTier.start(plan, run.installation(), processes, run.folder().echoLog()));
    }
    if (SuiteDatabase.isPostgres(plan) && database.filter(OwnDatabase::isAlive).isEmpty()) {
      close();
      database =
          Optional.of(
              OwnDatabase.start(
                  SuiteDatabase.port(plan).orElseThrow(), run.folder().databaseLog()));
    }
  }

  /** The database that runs; empty where it is a file of each cell. */
  Optional<OwnDatabase> database() {
    return database;
  }

  /** Describes how a tier ended that was started; empty while all run. */
  Optional<String> howOneEnded() throws InterruptedException {
    if (echo.filter(tier -> !tier.isAlive()).isPresent()) {
      return Optional.of(echo.get().howItEnded());
    }
    return database.filter(tier -> !tier.isAlive()).isPresent()
        ? Optional.of(database.get().howItEnded())
        : Optional.empty();
  }

  /** Ends the database and deletes its files; the echo server ends with the launcher. */
  @Override
  public void close() throws IOException {
    if (database.isPresent()) {
      OwnDatabase ended = database.get();
      database = Optional.empty();
      ended.close();
    }
  }
}
