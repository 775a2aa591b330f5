package dev.tierbench.run.protocol;

import dev.tierbench.run.PhaseName;
import java.util.Optional;

/**
 * The line with which a caller lets the load generator leave a phase that it holds.
 *
 * @param phase empty for whichever is held
 */
public record GoCommand(Optional<String> phase) {

  /** What stands for the beginning, for generators that wait with it. */
  public static final String START = "start";

  private static final String VERB = "go";

  public GoCommand(PhaseName phase) {
    this(Optional.of(phase.id()));
  }

  /** The first phase may begin. */
  public static GoCommand start() {
    return new GoCommand(Optional.of(START));
  }

  /** The command of a line; one that names no phase, whatever it says, is for the one held. */
  public static GoCommand parse(String line) {
    String[] parts = line.strip().split("\\s+", 2);
    return new GoCommand(
        parts.length == 2 && parts[0].equals(VERB) ? Optional.of(parts[1]) : Optional.empty());
  }

  /** What is written to the load generator's standard input. */
  public String line() {
    return VERB + phase.map(name -> " " + name).orElse("");
  }
}
