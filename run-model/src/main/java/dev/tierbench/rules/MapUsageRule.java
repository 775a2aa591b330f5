package dev.tierbench.rules;

import dev.tierbench.run.Checks.Check;
import dev.tierbench.run.Observed;
import dev.tierbench.run.Verdict;
import java.util.Optional;

/** How full the tracer's map may get: a full map loses calls without a message. */
public final class MapUsageRule {

  private static final String NAME = "map_usage";

  private MapUsageRule() {}

  /** Holds the entries of the map against its real capacity. */
  public static Check check(Optional<Observed.MapUsage> usage, Limits limits) {
    if (usage.isEmpty()) {
      return Judge.unmeasured(
          NAME, limits.mapUsageFail(), "%", "the tracer reports no map with a capacity");
    }
    int entries = usage.get().entries();
    int capacity = usage.get().capacity();
    double percent = 100.0 * entries / capacity;
    return Judge.check(
        NAME,
        percent < limits.mapUsageFail() ? Verdict.PASS : Verdict.FAIL,
        percent,
        limits.mapUsageFail(),
        "%",
        entries + " of " + capacity + " entries of the tracer's map used");
  }
}
