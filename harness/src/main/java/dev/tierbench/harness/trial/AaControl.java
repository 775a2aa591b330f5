package dev.tierbench.harness.trial;

import dev.tierbench.run.Plan;
import java.util.ArrayList;
import java.util.List;

/**
 * A second name for a subject, so that a run measures it against itself: what differs between the
 * two is the noise of the host.
 */
public final class AaControl {

  private AaControl() {}

  public static String of(String subject) {
    return subject + Plan.AA_CONTROL;
  }

  /** The subjects and after them the control of the first. */
  public static List<String> besides(List<String> subjects) {
    List<String> all = new ArrayList<>(subjects);
    all.add(of(subjects.getFirst()));
    return all;
  }
}
