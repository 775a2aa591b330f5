package dev.tierbench.harness.http.plan;

import dev.tierbench.harness.run.Durations;
import dev.tierbench.run.plan.RatePlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The description of the rates of a plan. */
public final class RateText {
  private RateText() {}

  public static String of(RatePlan plan) {
    List<String> parts = new ArrayList<>();
    plan.rates().forEach(rate -> parts.add(String.format(Locale.ROOT, "%,d/s", rate)));
    if (plan.needsSaturation()) {
      plan.percents()
          .forEach(percent -> parts.add(percent + " % of the lowest saturation throughput"));
    }
    plan.overload()
        .ifPresent(overload ->
            overload
                .percents()
                .forEach(percent ->
                    parts.add(
                        "%d %% of the lowest saturation throughput for %s between halves of it"
                            .formatted(percent, Durations.typed(overload.seconds())))));
    plan.goal().ifPresent(goal -> parts.add("search of the highest with " + goal.text()));
    return "%s, open model, %s arrivals on %s connections%s"
        .formatted(String.join(", ", parts), plan.arrivals(), plan.connections(), lowest(plan));
  }

  private static String lowest(RatePlan plan) {
    return plan.saturation().entrySet().stream()
        .min(Map.Entry.comparingByValue())
        .map(least ->
            String.format(
                Locale.ROOT,
                "; %s saturates first, at %,.0f requests/s",
                least.getKey(),
                least.getValue()))
        .orElse("");
  }
}
