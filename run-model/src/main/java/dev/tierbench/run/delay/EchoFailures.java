package dev.tierbench.run.delay;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.tierbench.run.Require;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The requests that the echo tier fails on purpose, as part of a workload.
 *
 * @param errors share of all requests that it answers with status 500, from 0 to 1
 * @param resets share of all requests whose connection it resets instead of an answer
 */
public record EchoFailures(double errors, double resets) {

  /** No failures. */
  public static final EchoFailures NONE = new EchoFailures(0, 0);

  private static final Pattern PART =
      Pattern.compile("(errors|resets)=(\\d{1,2}(?:\\.\\d{1,4})?)%");
  private static final double PERCENT = 100;

  /** What happens to a request. */
  public enum Outcome {
    ANSWER,
    ERROR,
    RESET
  }

  public EchoFailures {
    Require.that(
        errors >= 0 && resets >= 0 && errors + resets < 1,
        () -> "failures of echo must be less than all requests");
  }

  /**
   * Reads {@code errors=1%,resets=0.1%}, or one of both.
   *
   * @throws IllegalArgumentException saying what is wrong
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static EchoFailures parse(String text) {
    EchoFailures all = NONE;
    for (String each : text.split(",", -1)) {
      Matcher part = PART.matcher(each);
      Require.that(
          part.matches(),
          () -> "failures of echo must be like errors=1%,resets=0.1%, not '" + text + "'");
      double share = Double.parseDouble(part.group(2)) / PERCENT;
      all =
          part.group(1).equals("errors")
              ? new EchoFailures(share, all.resets)
              : new EchoFailures(all.errors, share);
    }
    return all;
  }

  /** The text that {@link #parse} reads; empty without failures. */
  @JsonValue
  public String text() {
    List<String> parts = new ArrayList<>();
    if (errors > 0) {
      parts.add("errors=" + DelayText.number(errors * PERCENT) + "%");
    }
    if (resets > 0) {
      parts.add("resets=" + DelayText.number(resets * PERCENT) + "%");
    }
    return String.join(",", parts);
  }

  /** Whether any request fails. */
  public boolean any() {
    return errors > 0 || resets > 0;
  }

  /**
   * The outcome of a request.
   *
   * @param number of the request, between 0 and 1
   */
  public Outcome of(double number) {
    return number < errors
        ? Outcome.ERROR
        : number < errors + resets ? Outcome.RESET : Outcome.ANSWER;
  }

  /**
   * How many requests the echo tier failed.
   *
   * @param errors answered with status 500
   * @param resets without an answer
   */
  public record Counts(long errors, long resets) {

    /** All of them. */
    public long total() {
      return errors + resets;
    }

    /** Adds those of another window. */
    public Counts and(Counts other) {
      return new Counts(errors + other.errors, resets + other.resets);
    }
  }
}
