package dev.tierbench.report.page;

import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.report.metric.ValidTrials;
import dev.tierbench.report.metric.Words;
import dev.tierbench.report.stats.Conclusion;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.plan.Plan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The implementations of one cell by their time. Those that do not differ from the first of a rank,
 * by the trials and among all pairs of the cell, share it.
 *
 * @param decided whether there is any verdict in it: of one trial there is none, and no rank
 */
record Ranking(String cell, String heading, boolean decided, List<Ranking.Place> places) {

  /**
   * One implementation.
   *
   * @param rank from 1
   * @param times its time over that of the first
   * @param trials of it in the cell
   * @param finding against the one before it; empty of the first
   */
  record Place(
      int rank,
      String subject,
      ValidTrials trials,
      double ms,
      double times,
      Optional<Conclusion> finding) {

    /** Name with a mark when not all trials count. */
    String marked() {
      return trials.marked(subject);
    }
  }

  static List<Ranking> of(Run run, List<PairVerdict> verdicts) {
    return run.parameters().stream()
        .map(at -> of(run, at, verdicts))
        .filter(ranking -> !ranking.places().isEmpty())
        .toList();
  }

  static Ranking of(Run run, Parameters at, List<PairVerdict> verdicts) {
    List<PairVerdict> here =
        verdicts.stream().filter(verdict -> verdict.cell().equals(at.text())).toList();
    List<String> rising =
        run.subjects().stream()
            .filter(subject -> !subject.endsWith(Plan.AA_CONTROL))
            .filter(subject -> !sample(run, subject, at).isEmpty())
            .sorted(Comparator.comparingDouble(subject -> sample(run, subject, at).median()))
            .toList();
    List<Place> places = new ArrayList<>();
    for (String subject : rising) {
      double ms = sample(run, subject, at).median();
      Optional<PairVerdict> before =
          places.isEmpty() ? Optional.empty() : between(here, places.getLast(), subject, at);
      boolean tie =
          !places.isEmpty()
              && between(here, firstOfRank(places), subject, at)
                  .filter(verdict -> verdict.isDifferenceAmong(here))
                  .isEmpty();
      places.add(
          new Place(
              tie ? places.getLast().rank() : places.size() + 1,
              subject,
              ValidTrials.of(run, subject, at),
              ms,
              places.isEmpty() ? 1 : ms / places.getFirst().ms(),
              before.map(verdict -> verdict.findingOf(subject))));
    }
    boolean decided =
        places.stream().anyMatch(place -> sample(run, place.subject(), at).size() > 1);
    return new Ranking(at.text(), Words.of(run).heading(at), decided, places);
  }

  private static Place firstOfRank(List<Place> places) {
    int rank = places.getLast().rank();
    return places.stream().filter(place -> place.rank() == rank).findFirst().orElseThrow();
  }

  /** Implementations that share the first rank. */
  List<Place> first() {
    return places.stream().filter(place -> place.rank() == 1).toList();
  }

  private static Optional<PairVerdict> between(
      List<PairVerdict> here, Place before, String subject, Parameters at) {
    return here.stream()
        .filter(verdict -> verdict.isOf(before.subject(), subject, at, Metrics.RUN_MS))
        .findFirst();
  }

  private static Sample sample(Run run, String subject, Parameters at) {
    return Samples.of(run, subject, at, Metrics.RUN_MS);
  }
}
