package dev.tierbench.report.compare;

import dev.tierbench.report.metric.NoiseFloor;
import dev.tierbench.report.stats.Finding;
import dev.tierbench.report.stats.Judge;
import dev.tierbench.report.stats.Judgement;
import java.util.ArrayList;
import java.util.List;

/**
 * The answer to a question about two sides.
 *
 * @param differences of host, JDK, plan or settings, that are known before any figure
 * @param gaps what no row could be made of
 * @param rows judged together, the worst first
 */
public record Comparison(
    Side a,
    Side b,
    Question question,
    List<Difference> differences,
    List<Gap> gaps,
    List<Row> rows) {

  public Comparison {
    differences = List.copyOf(differences);
    gaps = List.copyOf(gaps);
    rows = List.copyOf(rows);
  }

  /** Compares two sides; a pure function of what was read. */
  public static Comparison of(Side a, Side b, Question question) {
    List<ServerPair> pairs = ServerPair.of(a, b);
    List<Questioned> asked =
        new Rows(a.run(), b.run(), question)
            .of(pairs).stream().filter(Questioned::isMeasured).toList();
    List<Judgement> judgements =
        new Judge(question.threshold()).judge(asked.stream().map(Questioned::pair).toList());
    NoiseFloor noise = a.noise().or(b.noise());
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < asked.size(); i++) {
      Questioned row = asked.get(i);
      rows.add(
          new Row(
              row.key(),
              row.pair().a(),
              row.pair().b(),
              row.pair().isNegligible(),
              row.metric().flatMap(noise::of),
              judgements.get(i)));
    }
    rows.sort(Row.WORST_FIRST);
    return new Comparison(
        a, b, question, Differences.of(a, b, pairs), Gap.of(a, b, pairs, question), rows);
  }

  public boolean anyWorse() {
    return rows.stream().anyMatch(row -> row.judgement().finding() == Finding.WORSE);
  }
}
