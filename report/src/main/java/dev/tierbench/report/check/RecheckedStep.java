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
import dev.tierbench.run.Tier;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.plan.SuitePlan;
import dev.tierbench.run.record.Checks;
import dev.tierbench.run.record.Checks.Check;
import dev.tierbench.run.record.HostSpeed;
import dev.tierbench.run.record.Warmup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A step checked again.
 *
 * @param step with the values that its raw records give
 * @param differences the stored values that are others
 * @param checks what the rules say now; checks that they cannot make from the folder (a recorded
 *     fault, the traced window of a run that kept no observation) are carried over
 */
public record RecheckedStep(Step step, List<Difference> differences, Checks checks) {

  public RecheckedStep {
    differences = List.copyOf(differences);
  }

  /**
   * Every step of a run that holds enough to be checked, by its own records.
   *
   * @param folder of the run
   */
  public static List<RecheckedStep> of(RunFolder folder, Run stored, Limits limits) {
    List<List<RecomputedStep>> again =
        stored.trials().stream()
            .map(trial ->
                trial.steps().stream().map(step -> RecomputedStep.of(folder, step)).toList())
            .toList();
    List<Trial> trials = new ArrayList<>();
    for (int i = 0; i < again.size(); i++) {
      trials.add(
          stored
              .trials()
              .get(i)
              .withSteps(again.get(i).stream().map(RecomputedStep::step).toList()));
    }
    Run run = stored.withTrials(trials);
    Optional<HostSpeed.Best> best = run.bestSpeed();
    List<RecheckedStep> checked = new ArrayList<>();
    for (int i = 0; i < again.size(); i++) {
      for (RecomputedStep recomputed : again.get(i)) {
        Step step = recomputed.step().against(best);
        recheck(run, trials.get(i), step, limits)
            .map(checks -> new RecheckedStep(step, recomputed.differences(), checks))
            .ifPresent(checked::add);
      }
    }
    return checked;
  }

  /** Whether the step is not to be used, or is not what its folder says. */
  public boolean isRefused() {
    return checks.verdict() == Verdict.FAIL || !differences.isEmpty();
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
                    run.manifest().backend(),
                    trial
                        .settings()
                        .flatMap(settings -> settings.tier(Tier.SERVER))
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
