package dev.tierbench.metrics;

import dev.tierbench.run.OrderedMap;
import java.util.Map;
import java.util.Optional;

/**
 * Every value of one step: {@code measurements.json}. What was not measured is absent.
 *
 * @param values by the id of the metric
 * @param roles what the threads of each role did in the traced window; empty when none was counted
 * @param allThreads the same of all of them
 */
public record Measurements(
    String schema, Map<String, Double> values, Map<String, Role> roles, Optional<Role> allThreads) {

  /** All threads together: the one "role" that servers of different models share. */
  public static final String ENTIRE_JVM = "entire JVM";

  public static final String SCHEMA = "tierbench/measurements/1";

  public Measurements {
    values = OrderedMap.copyOf(values);
    roles = OrderedMap.copyOf(roles);
  }

  /**
   * Some of the threads.
   *
   * @param values per operation, by the id of the metric
   * @param callsPerOp by system call; empty when none were counted
   */
  public record Role(int threads, Map<String, Double> values, Map<String, Double> callsPerOp) {
    public Role {
      values = OrderedMap.copyOf(values);
      callsPerOp = OrderedMap.copyOf(callsPerOp);
    }
  }

  public static Measurements none() {
    return new Measurements(SCHEMA, Map.of(), Map.of(), Optional.empty());
  }

  /** The threads of that role, or {@link #ENTIRE_JVM}. */
  public Optional<Role> role(String name) {
    return name.equals(ENTIRE_JVM) ? allThreads : Optional.ofNullable(roles.get(name));
  }

  /** The value, empty when it was not measured. */
  public Optional<Double> get(Metric metric) {
    return Optional.ofNullable(values.get(metric.id()));
  }

  /**
   * The value of the threads of a role. A role that is not there did nothing, if it was measured of
   * any other role: 0 per operation. What is no such count, as a ratio, it does not have.
   */
  public Optional<Double> ofRole(String role, Metric metric) {
    Optional<Role> found = role(role);
    if (found.isPresent()) {
      return Optional.ofNullable(found.get().values().get(metric.id()));
    }
    return metric.isPerOperation()
            && roles.values().stream().anyMatch(other -> other.values().containsKey(metric.id()))
        ? Optional.of(0.0)
        : Optional.empty();
  }

  /** How often the threads of a role made a system call; likewise. */
  public Optional<Double> callsPerOp(String role, String syscall) {
    boolean counted = roles.values().stream().anyMatch(other -> !other.callsPerOp().isEmpty());
    return counted
        ? Optional.of(
            role(role).map(found -> found.callsPerOp().getOrDefault(syscall, 0.0)).orElse(0.0))
        : Optional.empty();
  }
}
