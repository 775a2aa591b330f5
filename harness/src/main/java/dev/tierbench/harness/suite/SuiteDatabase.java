package dev.tierbench.harness.suite;

import dev.tierbench.harness.run.EnumOption;
import dev.tierbench.run.plan.SuitePlan;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The database of work that writes rows: a file of SQLite, or a PostgreSQL of the run's own. */
final class SuiteDatabase {

  /** A file of SQLite for each cell, of which a plan states nothing. */
  static final String SQLITE = "sqlite";

  static final String POSTGRES = "postgres";

  /** Settings of a plan. */
  static final String DATABASE = "database";

  static final String PORT = "database_port";
  static final String POOL = "pool";

  /** Connections of a worker, as many as servers of a sweep have unless told otherwise. */
  private static final int CONNECTIONS = 20;

  /** Statements that SQLite executes at once. */
  private static final int ONE_WRITER = 1;

  private SuiteDatabase() {}

  /** The kind of database that a text names. */
  static String named(String text) {
    return EnumOption.named(
        text, List.of(SQLITE, POSTGRES), name -> name, "--database: unknown database");
  }

  /** Settings of a plan with that kind of database; none of SQLite. */
  static Map<String, String> settings(String kind, int port) {
    return kind.equals(POSTGRES)
        ? Map.of(DATABASE, POSTGRES, PORT, String.valueOf(port), POOL, String.valueOf(CONNECTIONS))
        : Map.of();
  }

  /** The kind of database of a plan. */
  static String kind(SuitePlan plan) {
    return plan.settings().getOrDefault(DATABASE, SQLITE);
  }

  /** Whether the run starts a PostgreSQL. */
  static boolean isPostgres(SuitePlan plan) {
    return kind(plan).equals(POSTGRES);
  }

  /** Port of the PostgreSQL that the plan states as a number; empty when it states none. */
  static Optional<Integer> port(SuitePlan plan) {
    return number(plan, PORT);
  }

  /**
   * Connections that write at once: one to SQLite, the size of a worker's pool to PostgreSQL; empty
   * of a plan whose work writes nothing.
   */
  static Optional<Integer> writers(SuitePlan plan) {
    return EchoTier.isNeeded(plan.descriptor())
        ? Optional.of(number(plan, POOL).orElse(ONE_WRITER))
        : Optional.empty();
  }

  private static Optional<Integer> number(SuitePlan plan, String setting) {
    return Optional.ofNullable(plan.settings().get(setting))
        .filter(value -> value.matches("\\d{1,5}"))
        .map(Integer::valueOf);
  }
}
