package dev.tierbench.report.folder;

import dev.tierbench.metrics.HttpMetrics;
import dev.tierbench.metrics.Measurements;
import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.RoleCounts;
import dev.tierbench.metrics.SuiteMetrics;
import dev.tierbench.report.profile.StepProfile;
import dev.tierbench.run.Cell;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.ProfileKind;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.record.Checks;
import dev.tierbench.run.record.Checks.Check;
import dev.tierbench.run.record.HostSpeed;
import dev.tierbench.run.record.Work;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What the files of one step say: one cell of one trial.
 *
 * @param measurements every value; none when the step was not measured
 * @param records of the kind of its run
 * @param evidence what is only shown by itself
 * @param damaged a file of the step is there and cannot be read
 * @param files names of all its files, relative to the run folder
 * @param round the folder of the round that it was measured in; empty outside of any
 */
@RecordBuilder
public record Step(
    String trial,
    Cell cell,
    Measurements measurements,
    Optional<Checks> checks,
    StepRecords records,
    Evidence evidence,
    boolean damaged,
    List<String> files,
    Optional<Path> round)
    implements StepBuilder.With {

  public Step {
    files = List.copyOf(files);
  }

  /**
   * What is shown of a step and enters no value.
   *
   * @param threads every thread as JSON columns, packed; only of a step that the page shows by
   *     thread
   * @param seconds the measured phase second by second
   * @param profiles one of each kind that was sampled
   */
  public record Evidence(
      Optional<String> threads, List<LatencySecond> seconds, List<StepProfile> profiles) {

    static final Evidence NONE = new Evidence(Optional.empty(), List.of(), List.of());

    public Evidence {
      seconds = List.copyOf(seconds);
      profiles = List.copyOf(profiles);
    }
  }

  /**
   * One interval of a latency log.
   *
   * @param startSeconds since the load began
   * @param count answers in it
   * @param p99Us empty with too few answers
   */
  public record LatencySecond(
      double startSeconds, double lengthSeconds, long count, Optional<Double> p99Us) {}

  /** A step that was planned and is not there. */
  static Step missing(String trial, Cell cell) {
    return new Step(
        trial,
        cell,
        Measurements.none(),
        Optional.empty(),
        StepRecords.Http.NONE,
        Evidence.NONE,
        false,
        List.of(),
        Optional.empty());
  }

  /** The records of an HTTP step; none of any other. */
  public StepRecords.Http http() {
    return records instanceof StepRecords.Http http ? http : StepRecords.Http.NONE;
  }

  /** The values of each window of the measured phase; none of one that was not interrupted. */
  public List<Measurements> windows() {
    return http().complete().map(complete -> complete.windows(PhaseName.MEASURE)).stream()
        .flatMap(List::stream)
        .map(window -> HttpMetrics.measure(window, RoleCounts.NONE))
        .toList();
  }

  /** The checks of the step; none when it has no verdict. */
  public List<Check> checkList() {
    return checks.map(Checks::checks).orElse(List.of());
  }

  /** What a cell of a suite came to. */
  public Optional<Work> work() {
    return records instanceof StepRecords.Suite suite ? suite.work() : Optional.empty();
  }

  /** The profile of a kind. */
  public Optional<StepProfile> profile(ProfileKind kind) {
    return evidence.profiles().stream().filter(profile -> profile.kind() == kind).findFirst();
  }

  /** How many operations the counts by thread are of. */
  public Optional<Double> tracedOperations() {
    return switch (records) {
      case StepRecords.Http http -> http.complete().flatMap(HttpMetrics::tracedRequests);
      case StepRecords.Suite suite ->
          suite.work().flatMap(work -> SuiteMetrics.tracedOperations(work, suite.observed()));
    };
  }

  public String subject() {
    return cell.subject();
  }

  public Parameters parameters() {
    return cell.parameters();
  }

  /** The value, empty when it was not measured. */
  public Optional<Double> value(Metric metric) {
    return measurements.get(metric);
  }

  public StepState state() {
    if (checks.isPresent() && checks.get().verdict() == Verdict.FAIL) {
      return StepState.FAILED;
    }
    if (damaged) {
      return StepState.UNREADABLE;
    }
    if (files.isEmpty()) {
      return StepState.MISSING;
    }
    // An end other than completed that is no FAIL was predicted.
    if (checks.isPresent()
        && work().filter(work -> work.outcome() != Work.Outcome.COMPLETED).isPresent()) {
      return StepState.NOT_MEASURED;
    }
    return checks.isPresent() && !measurements.values().isEmpty()
        ? StepState.VALID
        : StepState.UNJUDGED;
  }

  public boolean isValid() {
    return state() == StepState.VALID;
  }

  /** {@code 01-tomcat-platform/concurrency=0200}. */
  public String name() {
    return trial + "/" + parameters().folder();
  }

  /** The same with the speed of the host beside the best of its run. */
  public Step against(Optional<HostSpeed.Best> best) {
    return withRecords(records.against(best));
  }

  /** The same step of a subject and a trial with names that differ from another run's. */
  Step prefixed(String prefix) {
    return with(next -> next.trial(prefix + trial).cell(cell.prefixed(prefix)));
  }
}
