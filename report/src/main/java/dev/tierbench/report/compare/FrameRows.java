package dev.tierbench.report.compare;

import dev.tierbench.metrics.Better;
import dev.tierbench.metrics.ProfileMetrics;
import dev.tierbench.metrics.ProfileMetrics.FrameCost;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.report.profile.StepProfile;
import dev.tierbench.report.stats.SamplePair;
import dev.tierbench.run.Cell;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.ProfileKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Rows about single frames of a cell: what each costs by itself, per operation. A row is made of
 * frames that cost enough on either side to be told from the scatter of the samples.
 *
 * @param roleWanted only threads of that role
 */
record FrameRows(Run a, Run b, Optional<String> roleWanted) {

  /** Of all that a profile of the kind says; a few hundred samples tell this much. */
  private static final double LEAST_SHARE = 0.01;

  /** Elapsed time is mostly waiting, of which the frames say nothing about a cost. */
  private static final List<ProfileKind> COMPARED =
      List.of(ProfileKind.CPU, ProfileKind.ALLOC, ProfileKind.LOCK, ProfileKind.PIN);

  /**
   * The rows of a cell.
   *
   * @param host how fast it was around the steps
   */
  List<UntestedRow> of(SubjectPair pair, Parameters at, Optional<HostDifference> host) {
    List<Step> ofA = a.steps(new Cell(pair.a(), at));
    List<Step> ofB = b.steps(new Cell(pair.b(), at));
    List<UntestedRow> rows = new ArrayList<>();
    for (ProfileKind kind : COMPARED) {
      double least = LEAST_SHARE * Math.max(all(ofA, kind), all(ofB, kind));
      TreeSet<String> frames = new TreeSet<>(names(ofA, kind, least));
      frames.addAll(names(ofB, kind, least));
      for (String frame : frames) {
        RowKey key =
            RowKey.of(kind.label() + ", " + ProfileMetrics.unit(kind, a.operation()), pair.label())
                .at(at)
                .ofFrame(frame);
        rows.add(
            new UntestedRow(
                roleWanted.map(key::ofRole).orElse(key),
                new SamplePair(
                    Samples.of(ofA, cost(kind, frame)),
                    Samples.of(ofB, cost(kind, frame)),
                    Better.LOWER,
                    least),
                Optional.empty(),
                kind.weight() == ProfileKind.Weight.NANOSECONDS ? host : Optional.empty()));
      }
    }
    return rows;
  }

  private static double all(List<Step> steps, ProfileKind kind) {
    return Samples.of(steps, step -> step.profile(kind).map(StepProfile::perOperation))
        .middle()
        .orElse(0.0);
  }

  private List<String> names(List<Step> steps, ProfileKind kind, double least) {
    return steps.stream()
        .filter(Step::isValid)
        .flatMap(step -> step.profile(kind).stream())
        .flatMap(profile -> frames(profile).entrySet().stream())
        .filter(frame -> frame.getValue().self() > least)
        .map(Map.Entry::getKey)
        .distinct()
        .toList();
  }

  private Map<String, FrameCost> frames(StepProfile profile) {
    return profile.byRole().getOrDefault(roleWanted.orElse(StepProfile.ALL_ROLES), Map.of());
  }

  /** A frame that a profile does not show costs next to nothing in it. */
  private Function<Step, Optional<Double>> cost(ProfileKind kind, String frame) {
    return step ->
        step.profile(kind)
            .map(profile ->
                Optional.ofNullable(frames(profile).get(frame)).map(FrameCost::self).orElse(0.0));
  }

  /** Whether a side has profiles at all. */
  static boolean isAny(Run run) {
    return run.steps().stream().anyMatch(step -> step.http().profile().isPresent());
  }
}
