package dev.tierbench.report.compare;

import dev.tierbench.report.folder.Cell;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.folder.StepState;
import dev.tierbench.run.Checks.Check;
import dev.tierbench.run.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What no row can be made of: a server, or one of its levels, of which not both sides have a valid
 * step.
 *
 * @param level empty for all levels of a server
 * @param a what A has there
 * @param b what B has there
 * @param lost A has a valid step, and B was tried and has none
 */
public record MissingCounterpart(
    String server, Optional<Integer> level, String a, String b, boolean lost) {

  private static final String ABSENT = "not in the run";

  /** {@code tomcat-platform at 2,600: A valid in 3 of 3 trials, B FAIL in 3 of 3 (trend)}. */
  public String line() {
    return server
        + level.map(at -> String.format(Locale.ROOT, " at %,d", at)).orElse("")
        + ": A "
        + a
        + ", B "
        + b;
  }

  static List<MissingCounterpart> of(
      Side a, Side b, List<ServerPair> pairs, ComparisonOptions options) {
    List<MissingCounterpart> missing = new ArrayList<>();
    for (ServerPair pair : pairs) {
      levels(a.run(), b.run(), pair, options).forEach(missing::add);
    }
    List<String> paired = pairs.stream().flatMap(p -> Stream.of(p.a(), p.b())).toList();
    alone(a, paired).map(server -> whole(server, "there", ABSENT)).forEach(missing::add);
    alone(b, paired).map(server -> whole(server, ABSENT, "there")).forEach(missing::add);
    return missing;
  }

  private static MissingCounterpart whole(String server, String a, String b) {
    return new MissingCounterpart(server, Optional.empty(), a, b, false);
  }

  private static Stream<String> alone(Side side, List<String> paired) {
    return side.run().servers().stream().filter(server -> !paired.contains(server));
  }

  private static Stream<MissingCounterpart> levels(
      Run a, Run b, ServerPair pair, ComparisonOptions options) {
    TreeSet<Integer> levels = new TreeSet<>(a.levels());
    levels.addAll(b.levels());
    if (!options.levels().isEmpty()) {
      levels.retainAll(options.levels());
    }
    return levels.stream()
        .flatMap(level ->
            at(pair, level, a.steps(new Cell(pair.a(), level)), b.steps(new Cell(pair.b(), level)))
                .stream());
  }

  private static Optional<MissingCounterpart> at(
      ServerPair pair, int level, List<Step> a, List<Step> b) {
    boolean validA = a.stream().anyMatch(Step::isValid);
    boolean validB = b.stream().anyMatch(Step::isValid);
    return validA && validB
        ? Optional.empty()
        : Optional.of(
            new MissingCounterpart(
                pair.label(), Optional.of(level), words(a), words(b), validA && !b.isEmpty()));
  }

  private static String words(List<Step> steps) {
    if (steps.isEmpty()) {
      return ABSENT;
    }
    List<Step> valid = steps.stream().filter(Step::isValid).toList();
    List<Step> told = valid.isEmpty() ? steps : valid;
    String states =
        told.stream()
            .map(step -> step.state().words())
            .distinct()
            .collect(Collectors.joining(", "));
    return states + " in " + told.size() + " of " + steps.size() + " trials" + reasons(told);
  }

  /** The checks that failed. */
  private static String reasons(List<Step> steps) {
    String names =
        steps.stream()
            .filter(step -> step.state() == StepState.FAILED)
            .flatMap(step -> step.checks().stream())
            .flatMap(checks -> checks.checks().stream())
            .filter(check -> check.verdict() == Verdict.FAIL)
            .map(Check::name)
            .distinct()
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? "" : " (" + names + ")";
  }
}
