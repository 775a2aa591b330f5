package dev.tierbench.run;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What was set for a cell besides its subject, such as {@code concurrency=800} or {@code
 * case=range,size=1000}, in the order of the plan.
 */
public record Parameters(@JsonValue Map<String, String> values) implements Comparable<Parameters> {

  /** How many requests are under way at any time. */
  public static final String CONCURRENCY = "concurrency";

  /** How many requests arrive in a second. */
  public static final String RATE = "rate";

  /** How many percent of its saturation throughput a server is offered for a while. */
  public static final String OVERLOAD = "overload";

  private static final Pattern PART = Pattern.compile("([a-z][a-z0-9_-]*)=([A-Za-z0-9._-]+)");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

  @JsonCreator
  public Parameters {
    values.forEach((name, value) ->
        Require.that(
            value != null && PART.matcher(name + "=" + value).matches(),
            () -> "invalid parameter '" + name + "=" + value + "': expected such as size=1000"));
    values = OrderedMap.copyOf(values);
  }

  public static Parameters of(String name, int value) {
    return new Parameters(Map.of(name, String.valueOf(value)));
  }

  public static Parameters concurrency(int requests) {
    return of(CONCURRENCY, requests);
  }

  public static Parameters rate(int requestsPerSecond) {
    return of(RATE, requestsPerSecond);
  }

  public static Parameters overload(int percent) {
    return of(OVERLOAD, percent);
  }

  /** The parameters in the name of a step's folder; empty when it is no such name. */
  public static Optional<Parameters> ofFolder(String name) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String part : name.split(",", -1)) {
      Matcher parameter = PART.matcher(part);
      if (!parameter.matches()) {
        return Optional.empty();
      }
      values.put(parameter.group(1), formatted("%d", parameter.group(2)));
    }
    return Optional.of(new Parameters(values));
  }

  /** {@code concurrency=0800}: folders sort by numbers of up to four digits. */
  public String folder() {
    return values.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + formatted("%04d", entry.getValue()))
        .collect(Collectors.joining(","));
  }

  /** The number that a parameter is set to; empty when it is not set, or to no number. */
  public Optional<Integer> number(String name) {
    return Optional.ofNullable(values.get(name))
        .filter(value -> NUMBER.matcher(value).matches())
        .map(Integer::valueOf);
  }

  /** The level of an HTTP step. */
  public int concurrency() {
    return number(CONCURRENCY)
        .orElseThrow(() -> new IllegalStateException("no concurrency in " + values));
  }

  /** {@code concurrency=800}. */
  public String text() {
    return values.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(","));
  }

  /** Whether each parameter that is named there has one of the values that stand there. */
  public boolean isAmong(Map<String, Set<String>> wanted) {
    return wanted.entrySet().stream()
        .allMatch(each -> each.getValue().contains(values.getOrDefault(each.getKey(), "")));
  }

  /** The values of all parameters but one, such as the case without its size. */
  public String besides(String name) {
    return values.entrySet().stream()
        .filter(entry -> !entry.getKey().equals(name))
        .map(Map.Entry::getValue)
        .collect(Collectors.joining(", "));
  }

  /**
   * The values for people: {@code 2,600}, {@code 4,000/s}, {@code 120 %}, or {@code range, 1,000}.
   */
  public String label() {
    return values.entrySet().stream()
        .map(entry -> formatted("%,d", entry.getValue()) + unit(entry.getKey()))
        .collect(Collectors.joining(", "));
  }

  private static String unit(String name) {
    return switch (name) {
      case RATE -> "/s";
      case OVERLOAD -> " %";
      default -> "";
    };
  }

  private static String formatted(String number, String value) {
    return NUMBER.matcher(value).matches()
        ? String.format(Locale.ROOT, number, Integer.parseInt(value))
        : value;
  }

  /** Orders by the values in their order, numbers by size. */
  @Override
  public int compareTo(Parameters other) {
    return Arrays.compare(words(), other.words(), Parameters::compare);
  }

  private String[] words() {
    return values.entrySet().stream()
        .flatMap(entry -> Stream.of(entry.getKey(), entry.getValue()))
        .toArray(String[]::new);
  }

  private static int compare(String one, String other) {
    return NUMBER.matcher(one).matches() && NUMBER.matcher(other).matches()
        ? Integer.compare(Integer.parseInt(one), Integer.parseInt(other))
        : one.compareTo(other);
  }
}
