package dev.tierbench.harness.http.drive;

import dev.tierbench.harness.run.Durations;
import dev.tierbench.run.PhaseName;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A phase that our load generator drives.
 *
 * @param held whether it lasts until it is released, and at most so long
 * @param pace by which the rate of the open model is multiplied in it
 */
public record LoadPhase(PhaseName name, boolean held, double seconds, double pace) {

  /** A phase with the load of the step. */
  public LoadPhase(PhaseName name, boolean held, double seconds) {
    this(name, held, seconds, 1);
  }

  /** A phase without load that lasts until it is released, and at most so long. */
  public static LoadPhase pause(double seconds) {
    return new LoadPhase(PhaseName.PAUSE, true, seconds);
  }

  /** The text that the load generator takes: {@code settle=hold:12s}, {@code pause=idle:60s}. */
  public String text() {
    String kind = name == PhaseName.PAUSE ? "idle:" : held ? "hold:" : "";
    String paced = pace == 1 ? "" : "*" + BigDecimal.valueOf(pace).toPlainString();
    return name.id() + "=" + kind + Durations.typed(seconds) + paced;
  }

  static String text(List<LoadPhase> phases) {
    return phases.stream().map(LoadPhase::text).collect(Collectors.joining(","));
  }

  /** How long all of them last at most. */
  static double seconds(List<LoadPhase> phases) {
    return phases.stream().mapToDouble(LoadPhase::seconds).sum();
  }
}
