package dev.tierbench.loadgen.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/**
 * A named stretch of a run; the load goes on without a break from one to the next. Stretches of one
 * name with an idle phase between them are windows of one phase.
 *
 * @param held whether the phase ends early, soon after the caller releases it; it is not measured
 * @param idle whether nothing is sent in it; an idle phase is held, and ends soon after its release
 * @param pace by which the rate of the open model is multiplied in the phase; 1 as a rule
 * @param requests after which the phase ends, at the first full second of which all loops have
 *     notice; empty when only its duration ends it
 */
public record PhasePlan(
    String name,
    Duration duration,
    boolean held,
    boolean idle,
    double pace,
    Optional<Long> requests) {

  private static final String HOLD = "hold:";
  private static final String IDLE = "idle:";
  private static final Pattern PACED = Pattern.compile("(.*)\\*(\\d{1,4}(?:\\.\\d{1,6})?)");
  private static final double USUAL_PACE = 1;

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
    if (!(pace > 0)) {
      throw new IllegalArgumentException(
          "phase " + name + " needs a pace above zero; a phase without load is NAME=idle:TIME");
    }
    if (requests.filter(count -> count < 1).isPresent()) {
      throw new IllegalArgumentException("--requests must be 1 or more, not " + requests.get());
    }
  }

  /** Creates a phase that is not held. */
  public PhasePlan(String name, Duration duration) {
    this(name, duration, false);
  }

  /** Creates a phase under load. */
  public PhasePlan(String name, Duration duration, boolean held) {
    this(name, duration, held, false, USUAL_PACE, Optional.empty());
  }

  /** The same phase, which ends after as many requests. */
  public PhasePlan withRequests(long count) {
    return new PhasePlan(name, duration, held, idle, pace, Optional.of(count));
  }

  /**
   * Parses {@code settle=2s,measure=10s}; {@code attach=hold:30s} is held, and {@code
   * pause=idle:30s} is held without load; {@code over=10s*2.5} has two and a half times the rate.
   *
   * @throws IllegalArgumentException naming the part that is wrong
   * @throws TypeConversionException naming a duration that is wrong
   */
  public static List<PhasePlan> parse(String text) {
    List<PhasePlan> phases = new ArrayList<>();
    Set<String> sinceIdle = new HashSet<>();
    for (String part : text.split(",", -1)) {
      String[] sides = part.split("=", -1);
      if (sides.length != 2) {
        throw new IllegalArgumentException("a phase is NAME=DURATION, not '" + part + "'");
      }
      boolean idle = sides[1].startsWith(IDLE);
      boolean held = idle || sides[1].startsWith(HOLD);
      if (idle) {
        sinceIdle.clear();
      }
      if (!sinceIdle.add(sides[0])) {
        throw new IllegalArgumentException(
            "two phases are named " + sides[0] + ", with no idle phase between them");
      }
      phases.add(phase(sides[0], sides[1], held, idle));
    }
    return requireLoad(phases);
  }

  private static PhasePlan phase(String name, String length, boolean held, boolean idle) {
    String time = held ? length.substring(HOLD.length()) : length;
    Matcher paced = PACED.matcher(time);
    boolean changes = paced.matches();
    return new PhasePlan(
        name,
        Quantities.duration(changes ? paced.group(1) : time),
        held,
        idle,
        changes ? Double.parseDouble(paced.group(2)) : USUAL_PACE,
        Optional.empty());
  }

  /** Whether the phase has another rate than the others. */
  public boolean isPaced() {
    return pace != USUAL_PACE;
  }

  /** A phase is either idle or under load in all its windows, and the last one has load. */
  private static List<PhasePlan> requireLoad(List<PhasePlan> phases) {
    for (PhasePlan phase : phases) {
      if (phases.stream().anyMatch(o -> o.name.equals(phase.name) && o.idle != phase.idle)) {
        throw new IllegalArgumentException(
            "phase " + phase.name + " is idle in one place and has load in another");
      }
    }
    if (phases.getLast().idle) {
      throw new IllegalArgumentException("the last phase must not be idle");
    }
    return phases;
  }
}
