package dev.tierbench.server;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a request asks for besides one call of echo, in the query of its URL: {@code
 * ?calls=3&fan=parallel&cpu=200us&bytes=16k&handoffs=2&depth=50}.
 *
 * @param calls of echo; the answer is that of the last
 * @param parallel whether the calls are concurrent instead of one after another
 * @param cpuMicros CPU work once echo has answered, see {@link CpuWork}
 * @param bytes length of the body, which then repeats echo's answer; 0 for that answer itself
 * @param handOffs to another thread once echo has answered, see {@link HandOff}; no part of the
 *     contract
 * @param depth of each call: so many frames, operators or callbacks around it, see {@link
 *     StackDepth}; no part of the contract
 */
public record Workload(
    int calls, boolean parallel, int cpuMicros, int bytes, int handOffs, int depth) {

  /** A part of the query is not valid; the message says which and what is expected. */
  public static final class Invalid extends RuntimeException {
    private static final String EXPECTED =
        "calls=1..100, fan=sequence or parallel, cpu=200us or 2ms (up to 1000ms),"
            + " bytes=500 or 16k (up to 1024k), handoffs=0..64, depth=0..1000";

    Invalid(String part) {
      this(part, "");
    }

    /**
     * Refuses a part of the query.
     *
     * @param expectedToo what a server accepts besides the common parts; ends with ", " or is empty
     */
    public Invalid(String part, String expectedToo) {
      super(
          "invalid workload '" + part + "': expected " + expectedToo + EXPECTED,
          null,
          false,
          false);
    }
  }

  /** One call and nothing else. */
  public static final Workload SLEEP = new Workload(1, false, 0, 0, 0, 0);

  private static final Pattern COUNT = Pattern.compile("([1-9]\\d{0,6})()");
  private static final Pattern FEW = Pattern.compile("(\\d{1,2})()");
  private static final Pattern SOME = Pattern.compile("(\\d{1,4})()");
  private static final Pattern TIME = Pattern.compile("([1-9]\\d{0,6})(us|ms)");
  private static final Pattern SIZE = Pattern.compile("([1-9]\\d{0,6})(k?)");
  private static final int MOST_CALLS = 100;
  private static final int MOST_MICROS = 1_000_000;
  private static final int MOST_BYTES = 1 << 20;
  private static final int MOST_HAND_OFFS = 64;
  private static final int MOST_DEPTH = 1_000;

  /**
   * Reads the query of a URL.
   *
   * @param query null or empty when the URL has none
   */
  public static Workload of(String query) {
    if (query == null || query.isEmpty()) {
      return SLEEP;
    }
    Workload asked = SLEEP;
    for (String part : query.split("&", -1)) {
      asked = asked.with(part);
    }
    return asked;
  }

  /**
   * Adds one part of the query.
   *
   * @throws Invalid when it is none
   */
  public Workload with(String part) {
    int equals = part.indexOf('=');
    String value = part.substring(equals + 1);
    return switch (equals < 0 ? "" : part.substring(0, equals)) {
      case "calls" ->
          new Workload(
              number(part, COUNT, value, 1, MOST_CALLS),
              parallel,
              cpuMicros,
              bytes,
              handOffs,
              depth);
      case "fan" -> new Workload(calls, parallel(part, value), cpuMicros, bytes, handOffs, depth);
      case "cpu" ->
          new Workload(
              calls,
              parallel,
              number(part, TIME, value, 1_000, MOST_MICROS),
              bytes,
              handOffs,
              depth);
      case "bytes" ->
          new Workload(
              calls,
              parallel,
              cpuMicros,
              number(part, SIZE, value, 1 << 10, MOST_BYTES),
              handOffs,
              depth);
      case "handoffs" ->
          new Workload(
              calls,
              parallel,
              cpuMicros,
              bytes,
              number(part, FEW, value, 1, MOST_HAND_OFFS),
              depth);
      case "depth" ->
          new Workload(
              calls,
              parallel,
              cpuMicros,
              bytes,
              handOffs,
              number(part, SOME, value, 1, MOST_DEPTH));
      default -> throw new Invalid(part);
    };
  }

  private static boolean parallel(String part, String value) {
    return switch (value) {
      case "parallel" -> true;
      case "sequence" -> false;
      default -> throw new Invalid(part);
    };
  }

  private static int number(String part, Pattern form, String value, int larger, int most) {
    Matcher matcher = form.matcher(value);
    if (!matcher.matches()) {
      throw new Invalid(part);
    }
    boolean inLarger = matcher.group(2).equals("ms") || matcher.group(2).equals("k");
    long number = Long.parseLong(matcher.group(1)) * (inLarger ? larger : 1);
    if (number > most) {
      throw new Invalid(part);
    }
    return Math.toIntExact(number);
  }

  /** The body for an answer of echo, after the hand-offs and the CPU work. */
  public String answer(String echoed) {
    if (handOffs > 0) {
      HandOff.run(handOffs);
    }
    if (cpuMicros > 0) {
      CpuWork.run(cpuMicros);
    }
    return bytes == 0 || echoed.isEmpty()
        ? echoed
        : echoed.repeat(bytes / echoed.length() + 1).substring(0, bytes);
  }
}
