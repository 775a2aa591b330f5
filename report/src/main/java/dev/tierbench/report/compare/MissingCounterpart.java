package dev.tierbench.report.compare;

import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.RunManifest;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.metric.ValidTrials;
import dev.tierbench.report.stats.TrialLoss;
import dev.tierbench.run.Cell;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.record.Checks.Check;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A subject, or one of its cells, that one side lacks: it has no valid step there, or only
 * survivors of many trials that failed, or too few values of one metric.
 *
 * @param parameters empty for all cells of a subject
 * @param metric title of the one metric that valid trials have no value of; empty of whole trials
 * @param a what A has there
 * @param b what B has there
 * @param compared whether there are rows about it all the same
 * @param lost A has what B lost, so that B passes no gate
 */
public record MissingCounterpart(
    String subject,
    Optional<Parameters> parameters,
    Optional<String> metric,
    String a,
    String b,
    boolean compared,
    boolean lost) {

  private static final String ABSENT = "not in the run";

  /** {@code tomcat-platform at 2600: A valid in 3 of 3 trials, B FAIL in 3 of 3 (trend)}. */
  public String line() {
    return subject
        + parameters.map(at -> " at " + at.label()).orElse("")
        + metric.map(title -> ", " + title).orElse("")
        + ": "
        + sides();
  }

  /** What it means for the comparison. */
  public String kind() {
    if (metric.isPresent()) {
      return "values lost";
    }
    return compared ? "trials lost" : "not compared";
  }

  /** {@code tomcat-platform @ 2600}, as the rows name it. */
  String cell() {
    return subject + parameters.map(at -> " @ " + at.label()).orElse("");
  }

  /** {@code A valid in 3 of 3 trials, B FAIL in 3 of 3 (trend)}. */
  String sides() {
    return "A " + a + ", B " + b;
  }

  static List<MissingCounterpart> of(
      Side a, Side b, List<SubjectPair> pairs, ComparisonOptions options) {
    List<String> paired = pairs.stream().flatMap(p -> Stream.of(p.a(), p.b())).toList();
    return Stream.of(
            pairs.stream().flatMap(pair -> cells(a.run(), b.run(), pair, options)),
            alone(a, paired)
                .map(server -> whole(server, "there", ABSENT, isValid(a.run(), server, options))),
            alone(b, paired).map(server -> whole(server, ABSENT, "there", false)))
        .flatMap(missing -> missing)
        .toList();
  }

  private static MissingCounterpart whole(String server, String a, String b, boolean lost) {
    return new MissingCounterpart(server, Optional.empty(), Optional.empty(), a, b, false, lost);
  }

  /** Whether a server has a valid step in any cell that is asked for. */
  private static boolean isValid(Run run, String server, ComparisonOptions options) {
    return run.steps().stream()
        .filter(step -> step.subject().equals(server) && options.covers(step.parameters()))
        .anyMatch(Step::isValid);
  }

  private static Stream<String> alone(Side side, List<String> paired) {
    return side.run().subjects().stream().filter(server -> !paired.contains(server));
  }

  private static Stream<MissingCounterpart> cells(
      Run a, Run b, SubjectPair pair, ComparisonOptions options) {
    TreeSet<Parameters> cells = new TreeSet<>(a.parameters());
    cells.addAll(b.parameters());
    return cells.stream()
        .filter(at -> options.covers(at))
        .flatMap(at ->
            at(
                pair,
                at,
                a.steps(new Cell(pair.a(), at)),
                b.steps(new Cell(pair.b(), at)),
                Rate.of(a, b, at))
                .stream());
  }

  /** How a cell came to be in a run. */
  private enum Rate {
    /** A level, a rate or a case that both runs were told. */
    GIVEN,
    /** A percentage of what the servers of a run answered: another run has another. */
    RELATIVE,
    /** A step of a search, which some trials skip and some fail by design. */
    SEARCHED;

    static Rate of(Run a, Run b, Parameters at) {
      if (at.number(Parameters.OVERLOAD).isPresent()) {
        return RELATIVE;
      }
      if (at.number(Parameters.RATE).isEmpty()) {
        return GIVEN;
      }
      List<RunManifest> both = List.of(a.manifest(), b.manifest());
      if (both.stream().anyMatch(run -> run.goal().isPresent())) {
        return SEARCHED;
      }
      return both.stream().anyMatch(RunManifest::hasRelativeRates) ? RELATIVE : GIVEN;
    }
  }

  private static Optional<MissingCounterpart> at(
      SubjectPair pair, Parameters cell, List<Step> a, List<Step> b, Rate rate) {
    ValidTrials ofA = ValidTrials.of(a);
    ValidTrials ofB = ValidTrials.of(b);
    boolean compared = ofA.valid() > 0 && ofB.valid() > 0;
    boolean fewer = TrialLoss.isLoss(ofA.valid(), ofA.tried(), ofB.valid(), ofB.tried());
    boolean lost =
        compared
            ? fewer && rate != Rate.SEARCHED
            : ofA.valid() > 0 && (rate == Rate.GIVEN || !b.isEmpty());
    return compared && !lost
        ? Optional.empty()
        : Optional.of(
            new MissingCounterpart(
                pair.label(),
                Optional.of(cell),
                Optional.empty(),
                description(a),
                description(b),
                compared,
                lost));
  }

  /** The trials by what came of them, the valid ones first. */
  private static String description(List<Step> steps) {
    if (steps.isEmpty()) {
      return ABSENT;
    }
    List<Step> valid = steps.stream().filter(Step::isValid).toList();
    List<Step> others = steps.stream().filter(step -> !step.isValid()).toList();
    String ofAll = " of " + steps.size() + " trials";
    String ofOthers = others.isEmpty() ? "" : states(others) + " in " + others.size();
    if (valid.isEmpty()) {
      return ofOthers + ofAll + reasons(others);
    }
    return "valid in "
        + valid.size()
        + ofAll
        + (others.isEmpty() ? "" : ", " + ofOthers + reasons(others));
  }

  private static String states(List<Step> steps) {
    return steps.stream()
        .map(step -> step.state().label())
        .distinct()
        .collect(Collectors.joining(", "));
  }

  /** The checks that failed. */
  private static String reasons(List<Step> steps) {
    String names =
        steps.stream()
            .flatMap(step -> step.checkList().stream())
            .filter(check -> check.verdict() == Verdict.FAIL)
            .map(Check::name)
            .distinct()
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? "" : " (" + names + ")";
  }
}
