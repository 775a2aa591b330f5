package dev.tierbench.harness.http.plan;

import dev.tierbench.run.plan.HttpPlan.Placement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where tiers are, as typed: {@code 10.0.0.3} or {@code 10.0.0.3@namespace}. */
public final class Placements {

  private static final List<String> TIERS = List.of("echo", "server");
  private static final Pattern PLACE = Pattern.compile("([0-9a-zA-Z.:-]+)(?:@([0-9a-zA-Z._-]+))?");

  private Placements() {}

  /**
   * The placements by tier.
   *
   * @throws IllegalArgumentException saying what is wrong with the text
   */
  public static Map<String, Placement> parse(Map<String, String> typed) {
    Map<String, Placement> placements = new TreeMap<>();
    typed.forEach((tier, text) -> {
      Matcher place = PLACE.matcher(text);
      if (!TIERS.contains(tier) || !place.matches()) {
        throw new IllegalArgumentException(
            "--place: invalid '%s=%s': expected such as server=10.0.0.2@namespace"
                .formatted(tier, text));
      }
      placements.put(tier, new Placement(place.group(1), Optional.ofNullable(place.group(2))));
    });
    return placements;
  }
}
