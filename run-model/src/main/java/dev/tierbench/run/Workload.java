package dev.tierbench.run;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What each request makes the server do, as its query says ({@code calls=3&fan=parallel}).
 *
 * @param query of the request, or a URL with it; empty for the plain sleep
 */
public record Workload(String query) {

  private static final Pattern CALLS = Pattern.compile("(?:^|[?&])calls=([0-9]{1,3})(?:&|$)");
  private static final Pattern PARALLEL = Pattern.compile("(?:^|[?&])fan=parallel(?:&|$)");

  /** How often a request makes the server ask echo. */
  public int calls() {
    Matcher calls = CALLS.matcher(query);
    return calls.find() ? Integer.parseInt(calls.group(1)) : 1;
  }

  /** How many of those calls come one after another. */
  public int callsInTurn() {
    return PARALLEL.matcher(query).find() ? 1 : calls();
  }
}
