package dev.tierbench.report.finding;

import dev.tierbench.metrics.Better;
import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.finding.Finding.Entry;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.report.metric.ValidTrials;
import dev.tierbench.report.metric.Words;
import dev.tierbench.report.stats.Conclusion;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.run.Cell;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.plan.Plan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The subjects of one cell by a metric, the best first. Those that do not differ from the first of
 * a rank, by the trials and among all pairs of the cell, share it.
 *
 * @param decided whether there is any verdict in it: one trial gives none, and no rank
 */
public record Ranking(String cell, String heading, boolean decided, List<Ranking.Place> places) {

  /**
   * One subject.
   *
   * @param rank from 1
   * @param value median of its valid trials
   * @param times its value over that of the first
   * @param trials how many of the cell count
   * @param finding against the one before it; empty for the first
   */
  public record Place(
      int rank,
      String subject,
      ValidTrials trials,
      double value,
      double times,
      Optional<Conclusion> finding) {

    private Finding.Verdict verdict(Place best, Metric by, List<PairVerdict> ofCell) {
      return PairVerdict.of(ofCell, best.subject, subject, by, value / best.value);
    }
  }

  /** Implementations of each cell of a suite by the time of a run, without A/A controls. */
  public static List<Ranking> of(Run run, List<PairVerdict> verdicts) {
    List<String> implementations = implementations(run);
    return run.parameters().stream()
        .map(at -> of(run, implementations, at, Metrics.RUN_MS, verdicts))
        .filter(ranking -> !ranking.places().isEmpty())
        .toList();
  }

  /** Subjects of a run without A/A controls. */
  static List<String> implementations(Run run) {
    return run.subjects().stream().filter(subject -> !Plan.isControl(subject)).toList();
  }

  /** The subjects of a cell that have a value, among some. */
  static Ranking of(
      Run run, List<String> subjects, Parameters at, Metric by, List<PairVerdict> verdicts) {
    List<PairVerdict> here = among(subjects, at, by, verdicts);
    Comparator<String> rising =
        Comparator.comparingDouble(subject -> sample(run, subject, at, by).median());
    List<String> ordered =
        subjects.stream()
            .filter(subject -> !sample(run, subject, at, by).isEmpty())
            .sorted(by.better() == Better.HIGHER ? rising.reversed() : rising)
            .toList();
    List<Place> places = new ArrayList<>();
    for (String subject : ordered) {
      double value = sample(run, subject, at, by).median();
      Optional<PairVerdict> before =
          places.isEmpty()
              ? Optional.empty()
              : PairVerdict.between(here, places.getLast().subject(), subject);
      boolean tie =
          !places.isEmpty()
              && PairVerdict.between(here, firstOfRank(places), subject)
                  .filter(verdict -> verdict.isDifferenceAmong(here))
                  .isEmpty();
      places.add(
          new Place(
              tie ? places.getLast().rank() : places.size() + 1,
              subject,
              ValidTrials.of(run, subject, at),
              value,
              places.isEmpty() ? 1 : value / places.getFirst().value(),
              before.map(verdict -> verdict.findingOf(subject))));
    }
    boolean decided =
        places.stream().anyMatch(place -> sample(run, place.subject(), at, by).size() > 1);
    return new Ranking(at.text(), Words.of(run).heading(at), decided, places);
  }

  /**
   * What a finding says of the subjects of a cell: of those that compete, then of the floors, then
   * of those that only have other values than that of the ranking.
   *
   * @param metrics shown of each; the first is that of the ranking
   */
  List<Entry> entries(Run run, Parameters at, List<Metric> metrics, List<PairVerdict> verdicts) {
    List<String> ranked = places.stream().map(Place::subject).toList();
    List<String> competing = run.competing(ranked);
    List<PairVerdict> ofCompeting = among(competing, at, metrics.getFirst(), verdicts);
    List<PairVerdict> ofAll = among(ranked, at, metrics.getFirst(), verdicts);
    Optional<Place> first =
        places.stream().filter(place -> competing.contains(place.subject())).findFirst();
    Stream<Entry> inOrder =
        places.stream()
            .sorted(Comparator.comparing(place -> !competing.contains(place.subject())))
            .map(place ->
                Entry.of(
                    run,
                    new Cell(place.subject(), at),
                    metrics,
                    first
                        .filter(best -> !best.equals(place))
                        .map(best ->
                            place.verdict(
                                best,
                                metrics.getFirst(),
                                competing.contains(place.subject()) ? ofCompeting : ofAll))));
    List<String> others =
        run.subjects().stream().filter(subject -> !ranked.contains(subject)).toList();
    return Stream.concat(inOrder, Entry.measured(run, at, metrics, others)).toList();
  }

  /** The verdicts on pairs of some subjects: no other takes part in their order. */
  private static List<PairVerdict> among(
      List<String> subjects, Parameters at, Metric by, List<PairVerdict> verdicts) {
    return verdicts.stream()
        .filter(pair -> pair.isOf(at, by))
        .filter(pair -> subjects.contains(pair.a()) && subjects.contains(pair.b()))
        .toList();
  }

  private static String firstOfRank(List<Place> places) {
    int rank = places.getLast().rank();
    return places.stream()
        .filter(place -> place.rank() == rank)
        .findFirst()
        .map(Place::subject)
        .orElseThrow();
  }

  private static Sample sample(Run run, String subject, Parameters at, Metric by) {
    return Samples.of(run, subject, at, by);
  }
}
