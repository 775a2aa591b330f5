package dev.tierbench.report.check;

import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.folder.StepRecords;
import dev.tierbench.report.folder.StepState;
import dev.tierbench.report.folder.Trial;
import dev.tierbench.rules.Limits;
import dev.tierbench.rules.MeasuredCell;
import dev.tierbench.rules.MeasuredStep;
import dev.tierbench.rules.Rules;
import dev.tierbench.run.Checks;
import dev.tierbench.run.Checks.Check;
import dev.tierbench.run.HostSpeed;
import dev.tierbench.run.SuitePlan;
import dev.tierbench.run.Warmup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A step checked again.
 *
 * @param checks what the rules say now; checks that they cannot make from the folder (a recorded
 *     fault, the traced window of a run that kept no observation) are carried over
 */
public record RecheckedStep(Step step, Checks checks) {

  /** Every step of a run that holds enough to be checked, by its own records. */
  public static List<RecheckedStep> of(Run run, Limits limits) {
    Optional<HostSpeed.Best> best = run.bestSpeed();
    return run.trials().stream()
        .flatMap(trial ->
            trial.steps().stream()
                .flatMap(step ->
                    recheck(run, trial, step.against(best), limits).stream()
                        .map(checks -> new RecheckedStep(step, checks))))
        .toList();
  }

  private static Optional<Checks> http(
      Run run, Trial trial, Step step, StepRecords.Http records, Limits limits) {
    return records
        .complete()
        .map(complete ->
            Rules.check(
                new MeasuredStep(
                    complete,
                    step.measurements(),
                    trial.warmup().flatMap((Warmup warmup) -> warmup.before(step.parameters())),
                    run.manifest().pinning(),
                    run.manifest().hasEcho(),
                    trial
                        .settings()
                        .map(settings -> settings.path("tiers").path("server"))
                        .map(MeasuredStep::pools)
                        .orElse(Map.of())),
                limits));
  }

  private static Optional<Checks> suite(
      Step step, StepRecords.Suite records, Optional<SuitePlan> plan, Limits limits) {
    return records
        .work()
        .flatMap(work ->
            plan.map(of ->
                Rules.check(
                    new MeasuredCell(work, step.measurements(), records.observed(), of), limits)));
  }

  private static Optional<Checks> recheck(Run run, Trial trial, Step step, Limits limits) {
    Optional<Checks> again =
        switch (step.records()) {
          case StepRecords.Http http -> http(run, trial, step, http, limits);
          case StepRecords.Suite suite -> suite(step, suite, run.suitePlan(), limits);
        };
    if (again.isEmpty()) {
      return step.state() == StepState.MISSING ? Optional.empty() : step.checks();
    }
    Checks now = again.get();
    Set<String> made = now.checks().stream().map(Check::name).collect(Collectors.toSet());
    List<Check> all = new ArrayList<>(now.checks());
    step.checkList().stream().filter(check -> !made.contains(check.name())).forEach(all::add);
    Checks complete = Checks.of(limits.version(), all);
    return Optional.of(now.limitedBy().map(complete::limitedBy).orElse(complete));
  }
}
