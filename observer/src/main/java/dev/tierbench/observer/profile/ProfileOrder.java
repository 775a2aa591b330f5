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
   * JVM options that keep the source position of every instruction. Without them a method that was
   * inlined into its caller may be taken for a neighbour.
   */
  public static final List<String> JVM_OPTIONS =
      List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints");

  private static final List<ProfileKind> OF_PROFILER =
      List.of(
          ProfileKind.CPU,
          ProfileKind.ALLOC,
          ProfileKind.LOCK,
          ProfileKind.WALL,
          ProfileKind.SWITCHES);

  /** Kinds that the kernel samples, one at a time. */
  private static final List<ProfileKind> OF_KERNEL = List.of(ProfileKind.CPU, ProfileKind.SWITCHES);

  private static final String NAMES =
      Stream.concat(OF_PROFILER.stream().map(ProfileKind::id), Stream.of(JFR))
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
      kinds.add(
          Named.find(ProfileKind.class, name)
              .filter(OF_PROFILER::contains)
              .orElseThrow(() ->
                  new IllegalArgumentException("unknown kind '" + name + "': expected " + NAMES)));
    }
    if (kinds.stream().distinct().filter(OF_KERNEL::contains).count() > 1) {
      throw new IllegalArgumentException(
          "a window samples one of cpu and switches: give one of them");
    }
    return new ProfileOrder(kinds.stream().distinct().sorted().toList(), false);
  }

  /** The kind that the kernel samples; empty when it samples none. */
  Optional<ProfileKind> ofKernel() {
    return kinds.stream().filter(OF_KERNEL::contains).findFirst();
  }

  boolean has(ProfileKind kind) {
    return kinds.contains(kind);
  }
}
