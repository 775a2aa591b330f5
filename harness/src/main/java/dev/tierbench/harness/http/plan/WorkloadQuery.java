package dev.tierbench.harness.http.plan;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The work of each request as it is typed, {@code calls=3,fan=parallel}, and as servers take it.
 */
public final class WorkloadQuery {

  private static final Pattern FAN = Pattern.compile("fan=(sequence|parallel)");
  private static final Pattern NUMBER =
      Pattern.compile("(calls=|cpu=|bytes=|handoffs=|depth=)([1-9]\\d{0,6})(\\D*)");
  private static final Pattern QUERY =
      Pattern.compile("query=(point|tx\\(3\\)|sleep\\(([1-9]\\d{0,4})(ms|s)\\))");
  private static final int MOST_SLEEP_MILLIS = 10_000;
  private static final int MILLIS = 1_000;
  private static final String NO_HAND_OFFS = "handoffs=0";
  private static final String NO_DEPTH = "depth=0";

  /**
   * The most that the contract {@code tierbench/1} allows, by name and unit; hand-offs and depth
   * are no part of it, and only our own servers have them.
   */
  private static final Map<String, Integer> MOST =
      Map.of(
          "calls=",
          100,
          "cpu=us",
          1_000_000,
          "cpu=ms",
          1_000,
          "bytes=",
          1 << 20,
          "bytes=k",
          1 << 10,
          "handoffs=",
          64,
          "depth=",
          1_000);

  private WorkloadQuery() {}

  /**
   * The query of the URL.
   *
   * @param database whether the servers call a database
   * @throws IllegalArgumentException naming the part that is wrong
   */
  public static String parse(String typed, boolean database) {
    String[] parts = typed.split(",", -1);
    for (String part : parts) {
      if (part.startsWith("query=") && !database) {
        throw new IllegalArgumentException(
            "--workload: '%s' is for servers that call a database: --downstream postgres"
                .formatted(part));
      }
      if (!isAllowed(part)) {
        throw new IllegalArgumentException(
            ("--workload: invalid part '%s': expected calls=1..100, fan=sequence|parallel, cpu=200us"
                    + " (up to 1000ms), bytes=16k (up to 1024k), handoffs=0..64, depth=0..1000%s")
                .formatted(
                    part,
                    database ? ", query=sleep(50ms) (up to 10s), query=point or query=tx(3)" : ""));
      }
    }
    return String.join("&", parts);
  }

  private static boolean isAllowed(String part) {
    Matcher number = NUMBER.matcher(part);
    return FAN.matcher(part).matches()
        || isQuery(part)
        || part.equals(NO_HAND_OFFS)
        || part.equals(NO_DEPTH)
        || (number.matches()
            && Integer.parseInt(number.group(2))
                <= MOST.getOrDefault(number.group(1) + number.group(3), 0));
  }

  private static boolean isQuery(String part) {
    Matcher query = QUERY.matcher(part);
    return query.matches()
        && (query.group(2) == null
            || Integer.parseInt(query.group(2)) * (query.group(3).equals("s") ? MILLIS : 1)
                <= MOST_SLEEP_MILLIS);
  }
}
