package dev.tierbench.report.folder;

import dev.tierbench.run.Warmup;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * One fresh JVM of one subject.
 *
 * @param settings what every tier reported of itself
 * @param dropped tries of steps that were measured again, because others on the hardware spoiled
 *     them; in the order in which they were put aside
 */
public record Trial(
    String name,
    String subject,
    Optional<JsonNode> settings,
    Optional<Warmup> warmup,
    List<Step> steps,
    List<Step> dropped) {
  public Trial {
    steps = List.copyOf(steps);
    dropped = List.copyOf(dropped);
  }

  Trial prefixed(String prefix) {
    return new Trial(
        prefix + name,
        prefix + subject,
        settings,
        warmup,
        steps.stream().map(step -> step.prefixed(prefix)).toList(),
        dropped.stream().map(step -> step.prefixed(prefix)).toList());
  }

  Trial with(List<Step> others) {
    return new Trial(name, subject, settings, warmup, others, dropped);
  }
}
