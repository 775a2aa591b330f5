package dev.tierbench.report.capacity;

import dev.tierbench.run.Tier;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The cores for which a server is predicted.
 *
 * @param cores of the server
 * @param sharing the other tiers that use the same cores; none when each has cores of its own
 */
public record PredictedCores(int cores, Set<Tier> sharing) {

  private static final Pattern TEXT =
      Pattern.compile("cores=([1-9]\\d{0,3})(?:,sharing=(echo|loadgen|echo\\+loadgen))?");

  public PredictedCores {
    sharing = Set.copyOf(sharing);
  }

  /**
   * The target that a text names.
   *
   * @throws IllegalArgumentException when it names none
   */
  public static PredictedCores parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "invalid target '"
              + text
              + "': expected cores=N with N from 1 to 9999, such as cores=32 or"
              + " cores=2,sharing=echo+loadgen");
    }
    EnumSet<Tier> sharing = EnumSet.noneOf(Tier.class);
    if (matcher.group(2) != null) {
      for (String tier : matcher.group(2).split("\\+", -1)) {
        sharing.add(Tier.named(tier));
      }
    }
    return new PredictedCores(Integer.parseInt(matcher.group(1)), sharing);
  }
}
