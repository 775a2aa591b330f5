package example;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a request asks for besides one call of echo: {@code
 * ?calls=3&fan=parallel&cpu=200us&bytes=16k}.
 */
record Workload(int calls, boolean parallel, int cpuMicros, int bytes) {
  private static final Pattern NUMBER =
      Pattern.compile("(calls=|cpu=|bytes=)([1-9]\\d{0,6})(us|ms|k|)");

  /** Null and the empty query ask for one call. */
  static Workload of(String query) {
    Workload asked = new Workload(1, false, 0, 0);
    if (query == null || query.isEmpty()) {
      return asked;
    }
    for (String part : query.split("&", -1)) {
      asked = asked.with(part);
    }
    return asked;
  }

  private Workload with(String part) {
    return switch (part) {
      case "fan=sequence" -> new Workload(calls, false, cpuMicros, bytes);
      case "fan=parallel" -> new Workload(calls, true, cpuMicros, bytes);
      default -> withNumber(part);
    };
  }

  private Workload withNumber(String part) {
    Matcher form = NUMBER.matcher(part);
    if (!form.matches()) {
      throw invalid(part);
    }
    long number = Long.parseLong(form.group(2));
    return switch (form.group(1) + form.group(3)) {
      case "calls=" -> new Workload(upTo(100, number, part), parallel, cpuMicros, bytes);
      case "cpu=us" -> new Workload(calls, parallel, upTo(1_000_000, number, part), bytes);
      case "cpu=ms" -> new Workload(calls, parallel, upTo(1_000_000, 1_000 * number, part), bytes);
      case "bytes=" -> new Workload(calls, parallel, cpuMicros, upTo(1 << 20, number, part));
      case "bytes=k" -> new Workload(calls, parallel, cpuMicros, upTo(1 << 20, number << 10, part));
      default -> throw invalid(part);
    };
  }

  private static int upTo(int most, long number, String part) {
    if (number > most) {
      throw invalid(part);
    }
    return Math.toIntExact(number);
  }

  private static Refusal invalid(String part) {
    return new Refusal(
        400,
        "invalid workload '"
            + part
            + "': expected calls=1..100, fan=sequence or parallel, cpu=200us or 2ms (up to"
            + " 1000ms), bytes=500 or 16k (up to 1024k)");
  }

  /** Echo's answer in the length that is asked for, after the CPU work. */
  String body(String echoed) {
    if (cpuMicros > 0) {
      CpuWork.run(cpuMicros);
    }
    return bytes == 0 || echoed.isEmpty()
        ? echoed
        : echoed.repeat(bytes / echoed.length() + 1).substring(0, bytes);
  }
}
