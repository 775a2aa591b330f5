package dev.tierbench.report.compare;

import dev.tierbench.metrics.Better;
import dev.tierbench.metrics.Measurements;
import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.metrics.ProfileMetrics;
import dev.tierbench.metrics.ProfileMetrics.FrameCost;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.metric.RoleValues;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.report.metric.ValidTrials;
import dev.tierbench.report.profile.StepProfile;
import dev.tierbench.report.stats.SamplePair;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.ProfileKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The rows about one cell that both sides have.
 *
 * @param again steps of a control of a that tells of it as well, {@link Side#again}
 * @param role only threads of that one; of all when empty
 * @param hosts how fast they were around the steps
 * @param level of the tests of rounds
 */
record CellRows(
    SubjectPair pair,
    Parameters at,
    List<Step> a,
    List<Step> again,
    List<Step> b,
    String operation,
    Optional<String> role,
    List<HostDifference> hosts,
    double level) {

  private static final double NEGLIGIBLE_CALLS = 0.01;

  /** The least share of a profile that has a row: with a few hundred samples, less is scatter. */
  private static final double LEAST_SHARE = 0.01;

  /** Elapsed time is mostly waiting, of which the frames say nothing about a cost. */
  private static final List<ProfileKind> PROFILES =
      List.of(
          ProfileKind.CPU,
          ProfileKind.ALLOC,
          ProfileKind.LOCK,
          ProfileKind.PIN,
          ProfileKind.SWITCHES);

  Stream<UntestedRow> byMetric(List<Metric> metrics) {
    return metrics.stream()
        .map(metric ->
            new UntestedRow(
                key(metric.title(operation)),
                samples(step -> step.value(metric), metric.better(), metric.negligible()),
                trials(),
                Optional.of(metric),
                metric.isOfSpeed() ? hosts : List.of()));
  }

  Stream<UntestedRow> byRole() {
    return roles().stream()
        .flatMap(of -> Metrics.ofRole().stream().map(metric -> ofRole(of, metric)));
  }

  private UntestedRow ofRole(String of, Metric metric) {
    return new UntestedRow(
        key(metric.title(operation)).withRole(Optional.of(of)),
        samples(
            step -> step.measurements().ofRole(of, metric), metric.better(), metric.negligible()),
        trials(),
        Optional.empty(),
        metric.isOfSpeed() ? hosts : List.of());
  }

  Stream<UntestedRow> bySyscall() {
    return roles().stream()
        .flatMap(of -> RoleValues.syscalls(steps(), of).stream().map(call -> ofSyscall(of, call)));
  }

  private UntestedRow ofSyscall(String of, String syscall) {
    return new UntestedRow(
        key("calls, /" + operation).withRole(Optional.of(of)).withSyscall(Optional.of(syscall)),
        samples(
            step -> step.measurements().callsPerOp(of, syscall), Better.LOWER, NEGLIGIBLE_CALLS),
        trials(),
        Optional.empty(),
        List.of());
  }

  /** What single frames cost by themselves, where it is more than the scatter of the samples. */
  Stream<UntestedRow> byFrame() {
    return PROFILES.stream().flatMap(this::byFrame);
  }

  private Stream<UntestedRow> byFrame(ProfileKind kind) {
    double least = LEAST_SHARE * Math.max(whole(a, kind), whole(b, kind));
    return steps().stream()
        .filter(Step::isValid)
        .flatMap(step -> step.profile(kind).stream())
        .flatMap(profile -> frames(profile).entrySet().stream())
        .filter(frame -> frame.getValue().self() > least)
        .map(Map.Entry::getKey)
        .distinct()
        .sorted()
        .map(frame ->
            new UntestedRow(
                key(kind.label() + ", " + ProfileMetrics.unit(kind, operation))
                    .withRole(role)
                    .withFrame(Optional.of(frame)),
                samples(
                    step -> step.profile(kind).map(profile -> cost(profile, frame)),
                    Better.LOWER,
                    least),
                trials(),
                Optional.empty(),
                kind.weight() == ProfileKind.Weight.NANOSECONDS ? hosts : List.of()));
  }

  private static double whole(List<Step> steps, ProfileKind kind) {
    return Samples.of(steps, step -> step.profile(kind).map(StepProfile::perOperation))
        .middle()
        .orElse(0.0);
  }

  private Map<String, FrameCost> frames(StepProfile profile) {
    return profile.byRole().getOrDefault(role.orElse(StepProfile.ALL_ROLES), Map.of());
  }

  /** A frame that a profile does not show costs next to nothing in it. */
  private double cost(StepProfile profile, String frame) {
    return frames(profile).getOrDefault(frame, new FrameCost(0, 0)).self();
  }

  private TrialCounts trials() {
    return new TrialCounts(ValidTrials.of(a), ValidTrials.of(b));
  }

  private RowKey key(String metric) {
    return RowKey.of(metric, pair.label()).withParameters(Optional.of(at));
  }

  private SamplePair samples(
      Function<Step, Optional<Double>> value, Better better, double negligible) {
    return new SamplePair(
        Samples.of(a, value),
        Samples.of(b, value),
        better,
        negligible,
        Samples.rounds(a, again, b, value, level),
        Samples.areApart(a, b, value));
  }

  private List<String> roles() {
    return Stream.concat(Stream.of(Measurements.ENTIRE_JVM), RoleValues.of(steps()).stream())
        .filter(name -> role.stream().allMatch(name::equals))
        .toList();
  }

  private List<Step> steps() {
    return Stream.concat(a.stream(), b.stream()).toList();
  }
}
