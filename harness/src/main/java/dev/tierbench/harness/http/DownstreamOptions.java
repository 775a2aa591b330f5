package dev.tierbench.harness.http;

import dev.tierbench.run.plan.DatabasePlan;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** The option that says what servers call. */
final class DownstreamOptions {

  private static final String ECHO = "echo";
  private static final Pattern POSTGRES =
      Pattern.compile("postgres(?:\\(rows=([1-9]\\d{0,8})\\))?");

  @Option(
      names = "--downstream",
      paramLabel = "echo|postgres|URL",
      description =
          "What servers call: the echo tier; a PostgreSQL that the sweep starts and ends, with a table"
              + " of postgres(rows=1000000); or one that runs, as postgresql://USER@HOST:PORT/NAME with"
              + " its password in the variable DATABASE_PASSWORD. Default: echo.")
  private String downstream = ECHO;

  /**
   * The database of a plan; empty when servers call the echo tier.
   *
   * @throws IllegalArgumentException saying what is wrong with it
   */
  Optional<DatabasePlan> database() {
    if (downstream.equals(ECHO)) {
      return Optional.empty();
    }
    Matcher own = POSTGRES.matcher(downstream);
    if (own.matches()) {
      int rows = Optional.ofNullable(own.group(1)).map(Integer::valueOf).orElse(DatabasePlan.ROWS);
      return Optional.of(new DatabasePlan(Optional.empty(), rows));
    }
    if (!downstream.startsWith("postgresql://")) {
      throw new IllegalArgumentException(
          "--downstream: invalid '%s': expected echo, postgres or postgresql://USER@HOST:PORT/NAME"
              .formatted(downstream));
    }
    try {
      return Optional.of(new DatabasePlan(Optional.of(downstream), DatabasePlan.ROWS));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--downstream: " + e.getMessage(), e);
    }
  }
}
