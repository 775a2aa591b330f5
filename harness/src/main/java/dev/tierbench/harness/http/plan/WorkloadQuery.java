package dev.tierbench.harness.http.plan;

import java.util.regex.Pattern;

/**
 * The work of each request as it is typed, {@code calls=3,fan=parallel}, and as servers take it.
 */
public final class WorkloadQuery {

  private static final Pattern PART =
      Pattern.compile(
          "calls=([1-9]\\d?|100)|fan=(sequence|parallel)|cpu=[1-9]\\d{0,5}us|cpu=[1-9]\\d{0,2}ms"
              + "|bytes=[1-9]\\d{0,5}|bytes=[1-9]\\d{0,2}k");

  private WorkloadQuery() {}

  /**
   * The query of the URL.
   *
   * @throws IllegalArgumentException naming the part that is wrong
   */
  public static String parse(String typed) {
    String[] parts = typed.split(",", -1);
    for (String part : parts) {
      if (!PART.matcher(part).matches()) {
        throw new IllegalArgumentException(
            ("--workload: '%s' is none of calls=1..100, fan=sequence|parallel, cpu=200us (up to"
                    + " 999ms), bytes=16k (up to 999k)")
                .formatted(part));
      }
    }
    return String.join("&", parts);
  }
}
