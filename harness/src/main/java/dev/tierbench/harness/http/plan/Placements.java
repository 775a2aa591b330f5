package dev.tierbench.harness.http.plan;

import dev.tierbench.run.HttpPlan.Placement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where tiers are, as typed: {@code 10.0.0.3} or {@code 10.0.0.3@namespace}. */
public final class Placements {

  private static final List<String> ROLES = List.of("echo", "server");
  private static final Pattern PLACE = Pattern.compile("([0-9a-zA-Z.:-]+)(?:@([0-9a-zA-Z._-]+))?");

  private Placements() {}

  /**
   * The places by role.
   *
   * @throws IllegalArgumentException saying what is wrong with the text
   */
  public static Map<String, Placement> parse(Map<String, String> typed) {
    Map<String, Placement> places = new TreeMap<>();
    typed.forEach((role, text) -> {
      Matcher place = PLACE.matcher(text);
      if (!ROLES.contains(role) || !place.matches()) {
        throw new IllegalArgumentException(
            "--place: '" + role + "=" + text + "' is nothing like server=10.0.0.2@namespace");
      }
      places.put(role, new Placement(place.group(1), Optional.ofNullable(place.group(2))));
    });
    return places;
  }
}
