package dev.tierbench.report.page;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.metrics.ProfileMetrics;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.report.profile.StackTree;
import dev.tierbench.report.profile.StepProfile;
import dev.tierbench.run.Caveat;
import dev.tierbench.run.ProfileKind;
import dev.tierbench.run.record.Profile;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The profiles of one kind in one cell, all valid trials together.
 *
 * @param samples how many there are, of all trials
 * @param perOperation what all of it costs, in the unit
 * @param facts what else is known of the window, for the reader to judge it by
 * @param packed names of frames, the tree and the costs by role as gzipped JSON in Base64
 */
@RecordBuilder
@RecordBuilder.Options(builderMode = RecordBuilder.BuilderMode.STANDARD_AND_STAGED)
record ProfileData(
    String server,
    String cell,
    String kind,
    String label,
    String unit,
    int trials,
    long samples,
    double perOperation,
    List<String> facts,
    String packed) {

  private static final Metric THROUGHPUT_OVERHEAD =
      Metrics.get("profile_overhead_throughput_percent");
  private static final Metric CPU_OVERHEAD = Metrics.PROFILE_CPU_OVERHEAD;
  private static final Metric SAMPLED = Metrics.get("profile_cpu_percent");
  private static final Metric MOUNTS = Metrics.get("vthread_mounts_per_op");

  static List<ProfileData> of(Run run) {
    return run.cells().stream()
        .map(cell -> run.steps(cell).stream().filter(ProfileData::isProfiled).toList())
        .flatMap(
            steps -> Stream.of(ProfileKind.values()).flatMap(kind -> of(run, steps, kind).stream()))
        .toList();
  }

  private static Optional<ProfileData> of(Run run, List<Step> steps, ProfileKind kind) {
    List<StepProfile> profiles =
        steps.stream().flatMap(step -> step.profile(kind).stream()).toList();
    long samples =
        recorded(steps)
            .flatMap(profile -> profile.part(kind).stream())
            .mapToLong(Profile.Part::samples)
            .sum();
    if (samples == 0) {
      return Optional.empty();
    }
    Step first = steps.getFirst();
    double operations = profiles.stream().mapToDouble(StepProfile::operations).sum();
    StackTree tree = StackTree.sum(profiles.stream().map(StepProfile::tree).toList());
    return Optional.of(
        ProfileDataBuilder.stagedBuilder()
            .server(first.subject())
            .cell(first.parameters().text())
            .kind(kind.id())
            .label(kind.label())
            .unit(ProfileMetrics.unit(kind, run.operation()))
            .trials(profiles.size())
            .samples(samples)
            .perOperation(ProfileMetrics.perOperation(kind, tree.total(), operations))
            .facts(facts(steps, kind))
            .packed(ProfilePacker.pack(kind, operations, tree, profiles))
            .build());
  }

  private static boolean isProfiled(Step step) {
    return step.isValid() && !step.evidence().profiles().isEmpty();
  }

  private static Stream<Profile> recorded(List<Step> steps) {
    return steps.stream().flatMap(step -> step.http().profile().stream());
  }

  private static List<String> facts(List<Step> steps, ProfileKind kind) {
    return Stream.of(
            recorded(steps).map(Profile::recorder).distinct(),
            fact(
                steps,
                step -> step.value(THROUGHPUT_OVERHEAD).map(percent -> -percent),
                "throughput %+.1f %%"),
            fact(
                steps,
                step -> step.value(CPU_OVERHEAD),
                "CPU per request %+.1f %% against the measured window"),
            fact(
                steps,
                step -> step.value(SAMPLED).filter(any -> kind == ProfileKind.CPU),
                "the samples stand for %.0f %% of the CPU that the kernel counted"),
            fact(
                steps,
                step -> step.value(MOUNTS).filter(any -> kind == ProfileKind.PIN),
                "%.2f mounts of virtual threads per request"),
            recorded(steps)
                .flatMap(profile -> profile.caveats().stream())
                .map(Caveat::line)
                .distinct())
        .flatMap(facts -> facts)
        .toList();
  }

  private static Stream<String> fact(
      List<Step> steps, Function<Step, Optional<Double>> value, String format) {
    return Samples.of(steps, value).middle().stream()
        .map(middle -> String.format(Locale.ROOT, format, middle));
  }
}
