package dev.tierbench.harness.run;

import dev.tierbench.run.file.TerminalText;
import java.io.IOException;

/** Why a run is not resumed: what differs, and what to do, on one line. */
public final class Refusal extends IOException {

  private static final long serialVersionUID = 1;
  private static final int MOST = 200;

  /**
   * A refusal.
   *
   * @param reason that follows "cannot resume: "
   */
  public Refusal(String reason) {
    super("cannot resume: " + TerminalText.line(reason));
  }

  /**
   * Requires that the run folder agrees with what would be run now.
   *
   * @param what is compared, in the plural or the singular
   * @param hint what to type
   */
  public static void unlessSame(String what, Object then, Object now, String hint) throws Refusal {
    if (!then.equals(now)) {
      throw new Refusal(
          "%s: the run folder says %s, what is typed makes %s; %s, or begin a new run"
              .formatted(what, cut(then), cut(now), hint));
    }
  }

  private static String cut(Object value) {
    String text = String.valueOf(value);
    return text.length() <= MOST ? text : text.substring(0, MOST) + "...";
  }
}
