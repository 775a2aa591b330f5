package dev.tierbench.observer.profile;

import dev.tierbench.run.Named;
import dev.tierbench.run.ProfileKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is to be profiled.
 *
 * @param kinds by async-profiler, at least one; none when {@code jfr}
 * @param jfr whether the JDK's own recorder takes what it can, and nothing native is loaded
 */
public record ProfileOrder(List<ProfileKind> kinds, boolean jfr) {

  private static final String JFR = "jfr";

  /**
   * They make a JVM remember the place of each instruction in the source. Without them a method
   * that was compiled into its caller may be taken for a neighbour.
   */
  public static final List<String> JVM_OPTIONS =
      List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints");

  private static final String NAMES =
      Stream.concat(ofProfiler().map(ProfileKind::id), Stream.of(JFR))
          .collect(Collectors.joining(", "));

  public ProfileOrder {
    kinds = List.copyOf(kinds);
  }

  /**
   * Reads the names of a command line.
   *
   * @throws IllegalArgumentException saying which is wrong
   */
  public static ProfileOrder parse(List<String> names) {
    if (names.contains(JFR)) {
      if (names.size() > 1) {
        throw new IllegalArgumentException(
            "jfr takes CPU, allocations, locks and pins with the JDK's own recorder: give it alone");
      }
      return new ProfileOrder(List.of(), true);
    }
    List<ProfileKind> kinds = new ArrayList<>();
    for (String name : names) {
      Optional<ProfileKind> kind =
          Named.find(ProfileKind.class, name).filter(known -> ofProfiler().anyMatch(known::equals));
      if (kind.isEmpty()) {
        throw new IllegalArgumentException("unknown kind '" + name + "': expected " + NAMES);
      }
      kinds.add(kind.get());
    }
    return new ProfileOrder(kinds.stream().distinct().sorted().toList(), false);
  }

  private static Stream<ProfileKind> ofProfiler() {
    return Stream.of(ProfileKind.CPU, ProfileKind.ALLOC, ProfileKind.LOCK, ProfileKind.WALL);
  }

  boolean has(ProfileKind kind) {
    return kinds.contains(kind);
  }
}
