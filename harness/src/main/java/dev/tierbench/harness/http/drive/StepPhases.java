package dev.tierbench.harness.http.drive;

import dev.tierbench.run.PhaseName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The phases of a step in their order.
 *
 * @param settle the load before the measured window; empty when the window opens at once
 * @param attached windows after the measured one, in which something is attached to the server
 * @param overload phases after those, with more load than the server can answer and without
 */
public record StepPhases(
    Optional<LoadPhase> settle,
    LoadPhase measure,
    List<Attached> attached,
    List<LoadPhase> overload,
    Optional<Turns> turns) {

  /** How long a generator holds its load at most until something is attached to the server. */
  public static final double LONGEST_ATTACH_SECONDS = 60;

  public StepPhases {
    attached = List.copyOf(attached);
    overload = List.copyOf(overload);
  }

  /**
   * A window with the phase before it.
   *
   * @param attach the phase that the load generator holds until all is attached
   */
  public record Attached(LoadPhase attach, LoadPhase window) {}

  /**
   * The turns of a server that shares a round with others.
   *
   * @param pause the phase without load, until it is the server's turn
   * @param leadIn the load before a window
   * @param windows into which the measured one is divided
   */
  public record Turns(LoadPhase pause, LoadPhase leadIn, int windows) {}

  /**
   * All phases, as our own generator drives them in one run. Threads are read when a window is
   * over, which takes a while with thousands: the load goes on until then.
   */
  List<LoadPhase> all() {
    List<LoadPhase> all = new ArrayList<>();
    turns.filter(any -> settle.isPresent()).map(Turns::pause).ifPresent(all::add);
    settle.ifPresent(all::add);
    if (turns.isPresent()) {
      LoadPhase window =
          new LoadPhase(measure.name(), false, measure.seconds() / turns.get().windows());
      for (int i = 0; i < turns.get().windows(); i++) {
        addTurn(all, turns.get());
        all.add(window);
      }
      if (!attached.isEmpty() || !overload.isEmpty()) {
        addTurn(all, turns.get());
      }
    } else {
      all.add(measure);
    }
    for (Attached one : attached) {
      all.add(one.attach());
      all.add(one.window());
    }
    all.addAll(overload);
    if (!attached.isEmpty() && overload.isEmpty()) {
      all.add(new LoadPhase(PhaseName.CLOSING, true, LONGEST_ATTACH_SECONDS));
    }
    return all;
  }

  private static void addTurn(List<LoadPhase> all, Turns turns) {
    all.add(turns.pause());
    all.add(turns.leadIn());
  }
}
