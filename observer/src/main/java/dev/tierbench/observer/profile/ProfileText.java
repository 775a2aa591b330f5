package dev.tierbench.observer.profile;

import dev.tierbench.metrics.Numbers;
import dev.tierbench.metrics.ProfileMetrics;
import dev.tierbench.metrics.ProfileMetrics.FrameCost;
import dev.tierbench.run.Caveat;
import dev.tierbench.run.ProfileKind;
import dev.tierbench.run.file.TextTable;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.record.Profile;
import dev.tierbench.run.record.Stacks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A profile for the terminal: the frames that cost the most by themselves.
 *
 * @param requests that were served in the window, if known
 * @param top how many frames of each kind
 */
public record ProfileText(ProfileResult result, Optional<Long> requests, int top) {

  /** One table for each kind that has samples, and what the profile cannot show. */
  public String text() {
    List<String> lines = new ArrayList<>();
    Profile profile = result.profile();
    for (Profile.Part part : profile.parts()) {
      lines.add(head(part));
      if (part.samples() > 0) {
        lines.addAll(table(part).text());
      }
      lines.add("");
    }
    profile.mounts().ifPresent(mounts -> lines.add(mounts + " mounts of virtual threads"));
    profile
        .submitFailures()
        .ifPresent(failures -> lines.add(failures + " refused by their scheduler"));
    profile.caveats().stream().map(Caveat::line).forEach(lines::add);
    lines.add(profile.recorder() + ", " + Numbers.duration((double) profile.windowMs()));
    return String.join("\n", lines) + "\n";
  }

  private String head(Profile.Part part) {
    String whole =
        requests
            .map(count ->
                ", "
                    + Numbers.of(ProfileMetrics.perOperation(part.kind(), part.weight(), count))
                    + " "
                    + unit(part.kind()))
            .orElse("");
    return part.kind().label() + ": " + part.samples() + " samples" + whole;
  }

  private static String unit(ProfileKind kind) {
    return ProfileMetrics.unit(kind, HttpPlan.OPERATION);
  }

  private TextTable table(Profile.Part part) {
    Stacks stacks = result.stacks().get(part.kind());
    double operations = requests.map(Long::doubleValue).orElse(1.0);
    double whole = ProfileMetrics.perOperation(part.kind(), part.weight(), operations);
    List<List<String>> rows =
        ProfileMetrics.frames(part.kind(), stacks, operations, role -> true).entrySet().stream()
            .sorted(
                Comparator.comparingDouble(
                        (Map.Entry<String, FrameCost> frame) -> frame.getValue().self())
                    .reversed())
            .limit(top)
            .map(frame -> row(frame.getKey(), frame.getValue(), whole))
            .toList();
    TextTable table =
        new TextTable(
            List.of("self %", "with callees %", "self, " + unit(part.kind()), "frame"), rows);
    return requests.isPresent() ? table : table.without("self, " + unit(part.kind()));
  }

  private static List<String> row(String frame, FrameCost cost, double whole) {
    return List.of(
        Numbers.of(100 * cost.self() / whole),
        Numbers.of(100 * cost.total() / whole),
        Numbers.of(cost.self()),
        frame);
  }
}
