package dev.tierbench.server.database;

import java.util.concurrent.ThreadLocalRandom;

/**
 * The statements, the same for every driver; the parameter is {@code $1} in PostgreSQL's own form.
 * Each holds a comment by which {@code pg_stat_statements} tells it from others.
 */
public final class Statements {
  public static final String SLEEP = "select /* tierbench */ pg_sleep($1)";
  public static final String READ = "select /* tierbench */ pad from tierbench_row where id = $1";
  public static final String LOG =
      "insert /* tierbench */ into tierbench_log (row_id, at) values ($1, now())";
  public static final String COUNT =
      "update /* tierbench */ tierbench_row set counter = counter + 1 where id = $1";

  private Statements() {}

  /** The key of a row, each as likely as any other. */
  public static int randomKey(DatabaseSettings settings) {
    return ThreadLocalRandom.current().nextInt(settings.rows()) + 1;
  }
}
