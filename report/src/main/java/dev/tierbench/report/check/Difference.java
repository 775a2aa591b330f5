package dev.tierbench.report.check;

import dev.tierbench.metrics.Measurements;
import dev.tierbench.metrics.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A value of a step that is not the one which its raw records give.
 *
 * @param value what it is of: a metric, with its role where it is one of a role
 * @param stored as the folder has it
 */
public record Difference(String value, String stored, String recomputed) {

  /** The differing values of a step, those of the step itself first. */
  static List<Difference> of(Measurements stored, Measurements recomputed) {
    List<Difference> all = new ArrayList<>(of("", stored.values(), recomputed.values()));
    Stream.concat(
            Stream.of(Measurements.ENTIRE_JVM),
            Stream.of(stored, recomputed).flatMap(side -> side.roles().keySet().stream()))
        .distinct()
        .forEach(role -> all.addAll(ofRole(role, stored.role(role), recomputed.role(role))));
    return all;
  }

  private static List<Difference> ofRole(
      String role, Optional<Measurements.Role> stored, Optional<Measurements.Role> recomputed) {
    String of = " of " + role;
    List<Difference> all =
        new ArrayList<>(
            of(
                of,
                stored.map(Measurements.Role::values).orElse(Map.of()),
                recomputed.map(Measurements.Role::values).orElse(Map.of())));
    all.addAll(
        of(
            " calls per op" + of,
            stored.map(Measurements.Role::callsPerOp).orElse(Map.of()),
            recomputed.map(Measurements.Role::callsPerOp).orElse(Map.of())));
    Optional<Integer> threads = stored.map(Measurements.Role::threads);
    Optional<Integer> threadsNow = recomputed.map(Measurements.Role::threads);
    if (!threads.equals(threadsNow)) {
      all.add(
          new Difference(
              "threads" + of,
              threads.map(String::valueOf).orElse(Numbers.NOT_MEASURED),
              threadsNow.map(String::valueOf).orElse(Numbers.NOT_MEASURED)));
    }
    return all;
  }

  private static List<Difference> of(
      String suffix, Map<String, Double> stored, Map<String, Double> recomputed) {
    TreeSet<String> ids = new TreeSet<>(stored.keySet());
    ids.addAll(recomputed.keySet());
    return ids.stream()
        .filter(id -> !Objects.equals(stored.get(id), recomputed.get(id)))
        .map(id ->
            new Difference(
                id + suffix,
                text(Optional.ofNullable(stored.get(id))),
                text(Optional.ofNullable(recomputed.get(id)))))
        .toList();
  }

  /** All digits that are stored: a rounded value would hide the difference. */
  static String text(Optional<Double> value) {
    return value.map(String::valueOf).orElse(Numbers.NOT_MEASURED);
  }
}
