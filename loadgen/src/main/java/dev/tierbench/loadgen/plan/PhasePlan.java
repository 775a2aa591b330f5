package dev.tierbench.loadgen.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.TypeConversionException;

/**
 * A named stretch of a run; the load goes on without a break from one to the next.
 *
 * @param held whether the phase ends early, at a full second, when the caller releases it
 */
public record PhasePlan(String name, Duration duration, boolean held) {

  private static final String HOLD = "hold:";

  /**
   * Refuses a name that is not of small letters, digits and hyphens, and a duration of zero or
   * less.
   */
  public PhasePlan {
    if (!name.matches("[a-z0-9][a-z0-9-]*")) {
      throw new IllegalArgumentException(
          "a phase name has small letters, digits and '-' only, not '" + name + "'");
    }
    if (duration.isZero() || duration.isNegative()) {
      throw new IllegalArgumentException("phase " + name + " needs a duration above zero");
    }
  }

  /** Creates a phase that is not held. */
  public PhasePlan(String name, Duration duration) {
    this(name, duration, false);
  }

  /**
   * Parses {@code settle=2s,measure=10s}; {@code attach=hold:30s} is held.
   *
   * @throws IllegalArgumentException naming the part that is wrong
   * @throws TypeConversionException naming a duration that is wrong
   */
  public static List<PhasePlan> parse(String text) {
    List<PhasePlan> phases = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (String part : text.split(",", -1)) {
      String[] sides = part.split("=", -1);
      if (sides.length != 2) {
        throw new IllegalArgumentException("a phase is NAME=DURATION, not '" + part + "'");
      }
      if (!names.add(sides[0])) {
        throw new IllegalArgumentException("two phases are named " + sides[0]);
      }
      boolean held = sides[1].startsWith(HOLD);
      String time = held ? sides[1].substring(HOLD.length()) : sides[1];
      phases.add(new PhasePlan(sides[0], Quantities.duration(time), held));
    }
    return phases;
  }
}
