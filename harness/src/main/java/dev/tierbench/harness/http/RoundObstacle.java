package dev.tierbench.harness.http;

import dev.tierbench.harness.preflight.Preflight;
import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.Tier;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.RatePlan;
import java.util.List;
import java.util.Optional;

/**
 * Finds what keeps the servers of a plan from being up together.
 *
 * @param memory that is available on this host, in bytes; empty when that is not known
 */
record RoundObstacle(Place place, Optional<Long> memory) {

  /** Kind of place that the tiers are in. */
  enum Place {
    HERE,
    CONTAINERS,
    HOSTS
  }

  /** The reason why a plan can have no rounds; empty when it can. */
  Optional<String> of(HttpPlan plan) {
    if (plan.subjects().size() < 2) {
      return Optional.of("there is one server");
    }
    if (place == Place.CONTAINERS) {
      return Optional.of("the tiers are containers");
    }
    if (place == Place.HOSTS) {
      return Optional.of("tiers are on other hosts");
    }
    if (plan.generator() != GeneratorName.LOADGEN) {
      return Optional.of(
          plan.generator().id() + " cannot pause between windows, as our own generator can");
    }
    if (plan.requests().isPresent()) {
      return Optional.of("--requests ends the windows of each server at another time");
    }
    if (plan.rates().flatMap(RatePlan::goal).isPresent()) {
      return Optional.of("--find-max finds other rates for each server");
    }
    return Preflight.memory(plan, List.of(Tier.values()), plan.subjects().size(), memory)
        .map(found -> found.caveat().what())
        .map(text -> "all servers at once do not fit: " + text);
  }
}
