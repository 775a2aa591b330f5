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
import dev.tierbench.run.Cell;
import dev.tierbench.run.Profile;
import dev.tierbench.run.ProfileKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * The profiles of one kind in one cell, all valid trials together.
 *
 * @param samples how many there are, of all trials
 * @param perOperation what all of it costs, in the unit
 * @param facts what else is known of the window, for the reader to judge it by
 * @param packed names of frames, the tree and the costs by role as gzipped JSON in Base64
 */
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

  private static final Metric SLOWER = Metrics.get("profile_overhead_throughput_percent");
  private static final Metric DEARER = Metrics.get("profile_overhead_cpu_percent");
  private static final Metric SAMPLED = Metrics.get("profile_cpu_percent");
  private static final Metric MOUNTS = Metrics.get("vthread_mounts_per_op");

  static List<ProfileData> of(Run run) {
    List<ProfileData> all = new ArrayList<>();
    for (Cell cell : run.cells()) {
      List<Step> steps =
          run.steps(cell).stream()
              .filter(Step::isValid)
              .filter(step -> !step.evidence().profiles().isEmpty())
              .toList();
      for (ProfileKind kind : ProfileKind.values()) {
        of(run, steps, kind).ifPresent(all::add);
      }
    }
    return all;
  }

  private static Optional<ProfileData> of(Run run, List<Step> steps, ProfileKind kind) {
    List<StepProfile> profiles =
        steps.stream().flatMap(step -> step.profile(kind).stream()).toList();
    if (samples(steps, kind) == 0) {
      return Optional.empty();
    }
    Step first = steps.getFirst();
    double operations = profiles.stream().mapToDouble(StepProfile::operations).sum();
    StackTree tree = StackTree.sum(profiles.stream().map(StepProfile::tree).toList());
    return Optional.of(
        new ProfileData(
            first.subject(),
            first.parameters().text(),
            kind.id(),
            kind.label(),
            ProfileMetrics.unit(kind, run.operation()),
            profiles.size(),
            samples(steps, kind),
            ProfileMetrics.perOperation(kind, tree.total(), operations),
            facts(steps, kind),
            ProfilePacker.pack(kind, operations, tree, profiles)));
  }

  private static long samples(List<Step> steps, ProfileKind kind) {
    return steps.stream()
        .flatMap(step -> step.http().profile().stream())
        .flatMap(profile -> profile.part(kind).stream())
        .mapToLong(Profile.Part::samples)
        .sum();
  }

  private static List<String> facts(List<Step> steps, ProfileKind kind) {
    List<String> facts = new ArrayList<>();
    steps.stream()
        .flatMap(step -> step.http().profile().stream())
        .map(Profile::recorder)
        .distinct()
        .forEach(facts::add);
    fact(steps, step -> step.value(SLOWER).map(percent -> -percent), "throughput %+.1f %%")
        .ifPresent(facts::add);
    fact(steps, step -> step.value(DEARER), "CPU per request %+.1f %% against the measured window")
        .ifPresent(facts::add);
    if (kind == ProfileKind.CPU) {
      fact(
              steps,
              step -> step.value(SAMPLED),
              "the samples stand for %.0f %% of the CPU that the kernel counted")
          .ifPresent(facts::add);
    }
    if (kind == ProfileKind.PIN) {
      fact(steps, step -> step.value(MOUNTS), "%.2f mounts of virtual threads per request")
          .ifPresent(facts::add);
    }
    steps.stream()
        .flatMap(step -> step.http().profile().stream())
        .flatMap(profile -> profile.caveats().stream())
        .map(Caveat::line)
        .distinct()
        .forEach(facts::add);
    return facts;
  }

  private static Optional<String> fact(
      List<Step> steps, Function<Step, Optional<Double>> value, String format) {
    return Samples.of(steps, value)
        .middle()
        .map(middle -> String.format(Locale.ROOT, format, middle));
  }
}
