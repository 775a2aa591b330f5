package dev.tierbench.harness.http.drive;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The phases of a step in their order.
 *
 * @param settle the load before the measured window; empty when the window opens at once
 * @param attached windows after the measured one, in which something is attached to the server
 */
public record StepPhases(Optional<LoadPhase> settle, LoadPhase measure, List<Attached> attached) {

  /** How long a generator holds its load at most until something is attached to the server. */
  public static final double LONGEST_ATTACH_SECONDS = 60;

  public StepPhases {
    attached = List.copyOf(attached);
  }

  /**
   * A window with the phase before it.
   *
   * @param attach the phase that the load generator holds until all is attached
   */
  public record Attached(LoadPhase attach, LoadPhase window) {}

  /** All phases, as our own generator drives them in one run. */
  List<LoadPhase> all() {
    List<LoadPhase> all = new ArrayList<>(settle.stream().toList());
    all.add(measure);
    for (Attached one : attached) {
      all.add(one.attach());
      all.add(one.window());
    }
    return all;
  }
}
