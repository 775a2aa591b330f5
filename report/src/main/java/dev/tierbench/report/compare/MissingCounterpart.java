package dev.tierbench.report.compare;

import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.run.Cell;
import dev.tierbench.run.Checks.Check;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What no row can be made of: a subject, or one of its cells, of which not both sides have a valid
 * step.
 *
 * @param parameters empty for all cells of a subject
 * @param a what A has there
 * @param b what B has there
 * @param lost A has a valid step, and B, whose run has the cell too, none
 */
public record MissingCounterpart(
    String subject, Optional<Parameters> parameters, String a, String b, boolean lost) {

  private static final String ABSENT = "not in the run";

  /** {@code tomcat-platform at 2600: A valid in 3 of 3 trials, B FAIL in 3 of 3 (trend)}. */
  public String line() {
    return subject + parameters.map(at -> " at " + at.label()).orElse("") + ": " + sides();
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
            alone(a, paired).map(server -> whole(server, "there", ABSENT)),
            alone(b, paired).map(server -> whole(server, ABSENT, "there")))
        .flatMap(missing -> missing)
        .toList();
  }

  private static MissingCounterpart whole(String server, String a, String b) {
    return new MissingCounterpart(server, Optional.empty(), a, b, false);
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
            at(pair, at, a.steps(new Cell(pair.a(), at)), b.steps(new Cell(pair.b(), at)))
                .stream());
  }

  private static Optional<MissingCounterpart> at(
      SubjectPair pair, Parameters cell, List<Step> a, List<Step> b) {
    boolean validA = a.stream().anyMatch(Step::isValid);
    boolean validB = b.stream().anyMatch(Step::isValid);
    return validA && validB
        ? Optional.empty()
        : Optional.of(
            new MissingCounterpart(
                pair.label(),
                Optional.of(cell),
                description(a),
                description(b),
                validA && !b.isEmpty()));
  }

  private static String description(List<Step> steps) {
    if (steps.isEmpty()) {
      return ABSENT;
    }
    List<Step> valid = steps.stream().filter(Step::isValid).toList();
    List<Step> described = valid.isEmpty() ? steps : valid;
    String states =
        described.stream()
            .map(step -> step.state().label())
            .distinct()
            .collect(Collectors.joining(", "));
    return "%s in %d of %d trials%s"
        .formatted(states, described.size(), steps.size(), reasons(described));
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
