package dev.tierbench.run;

import static dev.tierbench.run.Units.MILLIS_PER_SECOND;

import java.util.Optional;
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

  private static final Pattern BYTES = Pattern.compile("(?:^|[?&])bytes=([0-9]{1,7})(k?)(?:&|$)");
  private static final Pattern TRANSACTION = Pattern.compile("(?:^|[?&])query=tx\\(3\\)(?:&|$)");
  private static final Pattern ROWS = Pattern.compile("(?:^|[?&])query=(?:point|tx\\(3\\))(?:&|$)");
  private static final Pattern SLEEP =
      Pattern.compile("(^|[?&])query=sleep\\(([0-9]{1,5})(ms|s)\\)");
  private static final long USUAL_SLEEP_MILLIS = 50;
  private static final int STATEMENTS_OF_TRANSACTION = 3;
  private static final int KIBI = 1_024;

  /** The length of an answer; empty for that of echo's own. */
  public Optional<Integer> bytes() {
    Matcher bytes = BYTES.matcher(query);
    return bytes.find()
        ? Optional.of(Integer.parseInt(bytes.group(1)) * (bytes.group(2).isEmpty() ? 1 : KIBI))
        : Optional.empty();
  }

  /** Whether its answer is a row of the database, where servers call one. */
  public boolean readsRows() {
    return ROWS.matcher(query).find();
  }

  /**
   * Statements of the database that each call is, where servers call one: a transaction has three.
   */
  public int statementsPerCall() {
    return TRANSACTION.matcher(query).find() ? STATEMENTS_OF_TRANSACTION : 1;
  }

  /** How long each statement of the database waits; empty when they read rows. */
  public Optional<Long> sleepMillis() {
    if (readsRows()) {
      return Optional.empty();
    }
    Matcher sleep = SLEEP.matcher(query);
    return Optional.of(
        sleep.find()
            ? Long.parseLong(sleep.group(2))
                * (sleep.group(3).equals("s") ? (long) MILLIS_PER_SECOND : 1)
            : USUAL_SLEEP_MILLIS);
  }

  /**
   * The same work with statements that wait so long; itself when its statements read rows.
   *
   * @param time such as {@code 1ms}
   */
  public Workload sleeping(String time) {
    String sleep = "query=sleep(" + time + ")";
    Matcher other = SLEEP.matcher(query);
    if (readsRows()) {
      return this;
    }
    return new Workload(
        other.find()
            ? other.replaceFirst("$1" + Matcher.quoteReplacement(sleep))
            : query.isEmpty() ? sleep : query + "&" + sleep);
  }

  /** How often a request makes the server call the tier behind it. */
  public int calls() {
    Matcher calls = CALLS.matcher(query);
    return calls.find() ? Integer.parseInt(calls.group(1)) : 1;
  }

  /** How many of those calls come one after another. */
  public int callsInTurn() {
    return PARALLEL.matcher(query).find() ? 1 : calls();
  }
}
