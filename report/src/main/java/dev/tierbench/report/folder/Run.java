package dev.tierbench.report.folder;

import dev.tierbench.metrics.HostMetrics;
import dev.tierbench.report.stats.DifferenceTest;
import dev.tierbench.report.stats.GroupSequential;
import dev.tierbench.run.Cell;
import dev.tierbench.run.Kind;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.descriptor.SuiteDescriptor.Implementation;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.plan.RoundPlan;
import dev.tierbench.run.plan.SuitePlan;
import dev.tierbench.run.record.HostSpeed;
import dev.tierbench.run.record.TrialSettings;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import tools.jackson.databind.JsonNode;

/**
 * A run folder as far as it could be read.
 *
 * @param latencies of each cell the measured requests of all valid trials
 * @param readProblems what could not be read, one line each
 */
@RecordBuilder
public record Run(
    String name,
    RunManifest manifest,
    List<Trial> trials,
    Map<Cell, Histogram> latencies,
    List<String> readProblems)
    implements RunBuilder.With {

  /** Name in the settings of the keyed hashes of the secrets of a server. */
  public static final String SECRETS = "secrets";

  public Run {
    trials = List.copyOf(trials);
    latencies = Map.copyOf(latencies);
    readProblems = List.copyOf(readProblems);
  }

  /** The plan of a suite; empty of any other run, and without a manifest that can be read. */
  public Optional<SuitePlan> suitePlan() {
    return manifest.suitePlan();
  }

  public List<Step> steps() {
    return trials.stream().flatMap(trial -> trial.steps().stream()).toList();
  }

  /** What was measured and put aside, because others on the hardware spoiled it. */
  public List<Step> dropped() {
    return trials.stream().flatMap(trial -> trial.dropped().stream()).toList();
  }

  /** How fast the host was at best around the steps; empty when none was probed. */
  public Optional<HostSpeed.Best> bestSpeed() {
    return steps().stream()
        .flatMap(step -> HostMetrics.speed(step.measurements()).stream())
        .reduce(HostSpeed.Best::and);
  }

  public List<Trial> trials(String subject) {
    return trials.stream().filter(trial -> trial.subject().equals(subject)).toList();
  }

  /** The steps of one cell, one per trial. */
  public List<Step> steps(Cell cell) {
    return steps().stream().filter(step -> step.cell().equals(cell)).toList();
  }

  /** The kind that the manifest states, or else that the records of the steps are of. */
  public Kind kind() {
    return manifest
        .kind()
        .orElseGet(() ->
            steps().stream().anyMatch(step -> step.work().isPresent()) ? Kind.SUITE : Kind.HTTP);
  }

  /** What its kind has of its own in a report. */
  public KindView view() {
    return KindView.of(kind());
  }

  /**
   * The least relative difference that matters: that of a comparison, the plan's, or that of its
   * kind.
   */
  public double threshold() {
    return manifest
        .threshold()
        .or(() -> manifest.until().map(RoundPlan.Until::threshold))
        .orElse(view().traits().threshold());
  }

  /**
   * The level of the tests of its rounds: how often they may call equal subjects different. Lower
   * where the run itself looked at them after each round, and could have ended with each.
   */
  public double level() {
    return manifest
        .until()
        .map(until ->
            GroupSequential.of(RoundPlan.Until.FIRST, until.most(), GroupSequential.ERROR)
                .level(manifest.plan().orElseThrow().common().trials()))
        .orElse(DifferenceTest.ALPHA);
  }

  /** The parameter that a plot has on its horizontal axis. */
  public String axis() {
    return manifest.axis().orElse(view().traits().axis());
  }

  /** The parameter by which those parameters have their place on a horizontal axis. */
  public String axis(Parameters at) {
    return view().axis(this, at);
  }

  /** The axes that a step is there for: a sweep may have levels of concurrency and rates. */
  public List<String> axes() {
    return parameters().stream().map(this::axis).distinct().toList();
  }

  /** The place of parameters on their axis. */
  public int position(Parameters at) {
    return at.number(axis(at)).orElse(0);
  }

  /** The subjects in the order of the plan, or else of the trials. */
  public List<String> subjects() {
    List<String> there = trials.stream().map(Trial::subject).distinct().toList();
    Stream<String> planned = manifest.subjects().stream().filter(there::contains);
    return Stream.concat(planned, there.stream()).distinct().toList();
  }

  /** All parameters that a step is there for, rising. */
  public List<Parameters> parameters() {
    return steps().stream().map(Step::parameters).distinct().sorted().toList();
  }

  /** Every subject at every parameters, in the order of both. */
  public List<Cell> cells() {
    List<String> subjects = subjects();
    return parameters().stream()
        .flatMap(at -> subjects.stream().map(subject -> new Cell(subject, at)))
        .toList();
  }

  /** The parameters on one axis, rising. */
  public List<Parameters> parameters(String axis) {
    return parameters().stream().filter(at -> axis(at).equals(axis)).toList();
  }

  /** How an implementation was described when the run began. */
  public Optional<Implementation> implementation(String subject) {
    return suitePlan().map(plan -> plan.implementation(subject));
  }

  /** The short word for an operation, as it stands in a unit. */
  public String operation() {
    return view().operation(this);
  }

  /** The only subject with that alias, an A/A control apart; empty when there are several. */
  public Optional<String> named(String alias) {
    List<String> named =
        subjects().stream()
            .filter(subject -> alias(subject).filter(alias::equals).isPresent())
            .filter(subject -> !Plan.isControl(subject))
            .toList();
    return named.size() == 1 ? Optional.of(named.getFirst()) : Optional.empty();
  }

  /** Whether it is a bound on what is possible, and does not compete. */
  public boolean isBound(String subject) {
    return manifest.server(subject).filter(ServerDescriptor::bound).isPresent();
  }

  /** Whether it is one of the versions of a program that {@code ab} made descriptors of. */
  public boolean isVersion(String subject) {
    return manifest.server(subject).flatMap(ServerDescriptor::version).isPresent();
  }

  /** The subjects among some that compete; all of them when each is a bound. */
  public List<String> competing(List<String> subjects) {
    List<String> competing = subjects.stream().filter(subject -> !isBound(subject)).toList();
    return competing.isEmpty() ? subjects : competing;
  }

  private Optional<String> alias(String subject) {
    return implementation(subject)
        .flatMap(Implementation::alias)
        .or(() -> manifest.server(subject).flatMap(ServerDescriptor::alias));
  }

  /** The place of a subject among colours and marks; its order when not every one has a place. */
  public int place(String subject) {
    List<String> all = subjects();
    List<Integer> places = all.stream().map(this::colour).toList();
    boolean known = places.stream().allMatch(place -> place >= 0);
    boolean distinct = places.stream().distinct().count() == places.size();
    return known && distinct ? places.get(all.indexOf(subject)) : all.indexOf(subject);
  }

  private int colour(String subject) {
    return implementation(subject)
        .flatMap(Implementation::colour)
        .or(() -> manifest.server(subject).flatMap(ServerDescriptor::colour))
        .orElse(-1);
  }

  /** The settings that the processes of a subject had in its first trial that noted any. */
  public Optional<TrialSettings> trialSettings(String subject) {
    return trials(subject).stream().flatMap(trial -> trial.settings().stream()).findFirst();
  }

  /** The settings of {@link #trialSettings} as JSON. */
  public Optional<JsonNode> settings(String subject) {
    return trialSettings(subject).map(RunJson::toTree);
  }

  /** What of those settings has to be alike where subjects are compared. */
  public Optional<JsonNode> comparedSettings(String subject) {
    return settings(subject).flatMap(view()::comparedSettings);
  }

  /** The run with only the trials of the subjects that are wanted. */
  public Run only(Predicate<String> subjects) {
    return withTrials(trials.stream().filter(trial -> subjects.test(trial.subject())).toList());
  }
}
