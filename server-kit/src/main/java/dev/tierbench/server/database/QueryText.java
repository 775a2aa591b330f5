package dev.tierbench.server.database;

import dev.tierbench.server.Workload;
import dev.tierbench.server.database.DatabaseQuery.Point;
import dev.tierbench.server.database.DatabaseQuery.Sleep;
import dev.tierbench.server.database.DatabaseQuery.Transaction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text form of a query in a URL. */
final class QueryText {
  static final String EXPECTED = "query=sleep(50ms) (1ms to 10s), point or tx(3), ";

  private static final DatabaseQuery POINT = new Point();
  private static final DatabaseQuery TRANSACTION = new Transaction();
  private static final Pattern SLEEP = Pattern.compile("sleep\\(([1-9]\\d{0,7})(us|ms|s)\\)");
  private static final int MICROS_PER_SECOND = 1_000_000;
  private static final int MICROS_PER_MILLI = 1_000;
  private static final long LEAST_MICROS = 1_000;
  private static final long MOST_MICROS = 10_000_000;

  private QueryText() {}

  /**
   * Reads a query, whose parentheses may be encoded.
   *
   * @throws Workload.Invalid when it is none
   */
  static DatabaseQuery read(String text) {
    String query = text.replace("%28", "(").replace("%29", ")");
    return switch (query) {
      case "point" -> POINT;
      case "tx(3)" -> TRANSACTION;
      default -> sleep(query);
    };
  }

  private static Sleep sleep(String query) {
    Matcher matcher = SLEEP.matcher(query);
    if (!matcher.matches()) {
      throw new Workload.Invalid(query, EXPECTED);
    }
    long micros = Long.parseLong(matcher.group(1)) * microsOf(matcher.group(2));
    if (micros < LEAST_MICROS || micros > MOST_MICROS) {
      throw new Workload.Invalid(query, EXPECTED);
    }
    return new Sleep(Math.toIntExact(micros));
  }

  private static int microsOf(String unit) {
    return switch (unit) {
      case "us" -> 1;
      case "ms" -> MICROS_PER_MILLI;
      default -> MICROS_PER_SECOND;
    };
  }
}
