package dev.tierbench.metrics;

import dev.tierbench.run.Kind;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What can be measured of a cell, as data.
 *
 * @param id the name in files and on command lines; it ends with the unit
 * @param unit in which {@code op} stands for an operation of the run's kind
 * @param negligible up to this a value is as good as none
 * @param kinds of runs that have it
 * @param absentIsWorst whether a valid trial without a value did worse than any that has one: what
 *     is timed had not come while it was watched
 */
public record Metric(
    String id,
    String label,
    String unit,
    Better better,
    double negligible,
    Set<Kind> kinds,
    boolean absentIsWorst) {

  private static final Pattern OF_SPEED = Pattern.compile("(ms|µs|s)(/op)?|(op|req)/s");

  public Metric {
    kinds = Set.copyOf(kinds);
  }

  /** A metric of runs of every kind. */
  static Metric ofAll(String id, String label, String unit, Better better) {
    return ofKinds(id, label, unit, better, Set.of(Kind.values()));
  }

  /** A metric of steps under an HTTP load. */
  static Metric ofHttp(String id, String label, String unit, Better better) {
    return ofKinds(id, label, unit, better, Set.of(Kind.HTTP));
  }

  /** A metric of some kinds of runs, whose value is absent when it was not measured. */
  static Metric ofKinds(String id, String label, String unit, Better better, Set<Kind> kinds) {
    return new Metric(id, label, unit, better, 0, kinds, false);
  }

  Metric withNegligible(double value) {
    return new Metric(id, label, unit, better, value, kinds, absentIsWorst);
  }

  /** The same metric, whose value is absent in a valid trial when it is worse than any. */
  Metric withAbsentAsWorst() {
    return new Metric(id, label, unit, better, negligible, kinds, true);
  }

  <S> Formula<S> by(Function<S, Optional<Double>> value) {
    return new Formula<>(this, value);
  }

  /** The unit with the short word for an operation of the run: {@code µs/req}. */
  public String unit(String operation) {
    return unit.replaceAll("\\bop\\b", Matcher.quoteReplacement(operation));
  }

  /** {@code CPU, µs/req}. */
  public String title(String operation) {
    return unit.isEmpty() ? label : label + ", " + unit(operation);
  }

  /** Whether two values of it can be compared. */
  public boolean isCompared() {
    return better != Better.NEITHER;
  }

  /** Whether its values spread over orders of magnitude. */
  public boolean isLatency() {
    return id.startsWith("latency_");
  }

  /** Whether it is a time or a rate, which a slower host changes; a count it leaves alone. */
  public boolean isOfSpeed() {
    return OF_SPEED.matcher(unit).matches();
  }

  /** Whether it is a number or a time for each operation: who did nothing has 0 of it. */
  boolean isPerOperation() {
    return unit.endsWith("op");
  }

  /** Adds a value to those of a step; one that was not measured is left out. */
  static void put(Map<String, Double> values, Metric metric, Optional<Double> value) {
    value.filter(Double::isFinite).ifPresent(found -> values.put(metric.id(), rounded(found)));
  }

  /** The value as it is stored and shown everywhere: six significant digits. */
  public static double rounded(double value) {
    if (value == 0 || !Double.isFinite(value)) {
      return value;
    }
    return new java.math.BigDecimal(value).round(new java.math.MathContext(6)).doubleValue();
  }
}
