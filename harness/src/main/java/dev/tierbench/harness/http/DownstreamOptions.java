package dev.tierbench.harness.http;

import dev.tierbench.run.plan.DatabasePlan;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option that says what servers call. */
final class DownstreamOptions {

  private static final String ECHO = "echo";
  private static final String POSTGRES = "postgres";

  @Option(
      names = "--downstream",
      paramLabel = "echo|postgres|URL",
      description =
          "What servers call: the echo tier; a PostgreSQL that the sweep starts and ends; or one that"
              + " runs, as postgresql://USER@HOST:PORT/NAME with its password in the variable"
              + " DATABASE_PASSWORD. Default: echo.")
  private String downstream = ECHO;

  @Option(
      names = "--database-rows",
      paramLabel = "N",
      description = "Rows of the table that requests read. Default: 1000000.")
  private Optional<Integer> rows = Optional.empty();

  /**
   * The database of a plan; empty when servers call the echo tier.
   *
   * @throws IllegalArgumentException saying what is wrong with it
   */
  Optional<DatabasePlan> database() {
    if (downstream.equals(ECHO)) {
      if (rows.isPresent()) {
        throw new IllegalArgumentException("--database-rows is for --downstream postgres");
      }
      return Optional.empty();
    }
    boolean own = downstream.equals(POSTGRES);
    if (!own && !downstream.startsWith("postgresql://")) {
      throw new IllegalArgumentException(
          "--downstream: invalid '%s': expected echo, postgres or postgresql://USER@HOST:PORT/NAME"
              .formatted(downstream));
    }
    try {
      return Optional.of(
          new DatabasePlan(
              own ? Optional.empty() : Optional.of(downstream), rows.orElse(DatabasePlan.ROWS)));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--downstream: " + e.getMessage(), e);
    }
  }

  boolean isGiven() {
    return !downstream.equals(ECHO) || rows.isPresent();
  }
}
