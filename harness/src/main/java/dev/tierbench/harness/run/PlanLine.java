package dev.tierbench.harness.run;

import java.util.Locale;

/** A line of the description of a plan. */
public final class PlanLine {

  private PlanLine() {}

  public static String of(String head, String text) {
    return String.format(Locale.ROOT, "%-12s%s", head, text);
  }
}
