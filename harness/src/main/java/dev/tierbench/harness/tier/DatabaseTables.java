package dev.tierbench.harness.tier;

import dev.tierbench.run.Workload;
import java.net.URI;

/** The tables that servers read and write. */
public final class DatabaseTables {

  /** Text of every row, so that answers are alike whatever row they are of. */
  private static final String PAD = "0123456789abcdef".repeat(4);

  /** The table that servers read. */
  public static final String ROWS = "tierbench_row";

  /** The table that servers write. */
  public static final String LOG = "tierbench_log";

  /** How the comment of a table begins that was made here. */
  public static final String MARK = "made by tierbench: ";

  /** Answer to a request whose statement waits. */
  private static final String SLEPT = "slept";

  private DatabaseTables() {}

  /** The body of a server's answer to a request: the text of a row, or that it has slept. */
  public static String answer(URI target) {
    return new Workload(target.toString()).readsRows() ? PAD : SLEPT;
  }

  /** The comment of a table with so many rows. */
  public static String comment(int rows) {
    return MARK + rows + " rows of " + PAD;
  }

  /** Asks for the comment of a table. */
  public static String askForComment(String table) {
    return "select obj_description('%s'::regclass, 'pg_class')".formatted(table);
  }

  /** Statements that make them, with so many rows, in place of tables of the same names. */
  public static String[] statements(int rows) {
    return new String[] {
      "drop table if exists tierbench_row, tierbench_log",
      "create table tierbench_row (id int primary key, counter bigint not null, pad text not null)"
          + " with (fillfactor = 50)",
      "insert into tierbench_row select n, 0, '%s' from generate_series(1, %d) n"
          .formatted(PAD, rows),
      "create table tierbench_log"
          + " (id bigserial primary key, row_id int not null, at timestamptz not null)",
      "comment on table tierbench_log is '%s'".formatted(MARK + "what servers write"),
      "comment on table tierbench_row is '%s'".formatted(comment(rows))
    };
  }
}
