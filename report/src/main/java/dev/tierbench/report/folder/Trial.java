package dev.tierbench.report.folder;

import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.record.TrialSettings;
import dev.tierbench.run.record.Warmup;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * One fresh JVM of one subject.
 *
 * @param settings what every tier reported of itself
 * @param dropped tries of steps that were measured again, because others on the hardware spoiled
 *     them; in the order in which they were put aside
 */
@RecordBuilder
public record Trial(
    String name,
    String subject,
    Optional<TrialSettings> settings,
    Optional<Warmup> warmup,
    List<Step> steps,
    List<Step> dropped)
    implements TrialBuilder.With {
  public Trial {
    steps = List.copyOf(steps);
    dropped = List.copyOf(dropped);
  }

  /** A trial that was planned and is not there. */
  static Trial missing(String name) {
    String subject = RunFolder.subjectOf(name);
    return new Trial(name, subject, Optional.empty(), Optional.empty(), List.of(), List.of());
  }

  /** Whether any step of it was run. */
  public boolean wasRun() {
    return steps.stream().anyMatch(step -> step.state() != StepState.MISSING);
  }

  /** The folder of the round that it was measured in; empty outside of any. */
  public Optional<Path> round() {
    return steps.stream().flatMap(step -> step.round().stream()).findFirst();
  }

  Trial prefixed(String prefix) {
    return with(next ->
        next.name(prefix + name)
            .subject(prefix + subject)
            .steps(steps.stream().map(step -> step.prefixed(prefix)).toList())
            .dropped(dropped.stream().map(step -> step.prefixed(prefix)).toList()));
  }
}
