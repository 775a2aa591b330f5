package dev.tierbench.report.finding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.report.finding.Finding.Entry;
import dev.tierbench.report.finding.Finding.Verdict;
import dev.tierbench.report.stats.Conclusion;
import dev.tierbench.report.stats.Interval;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The words of findings. */
class FindingTest {

  private static final Optional<Interval> INTERVAL = Optional.of(new Interval(0.91, 0.93));

  @Test
  void aSubjectHasItsValuesAndItsVerdictBesideTheFirst() {
    Entry first = new Entry("netty", "throughput 9,000 req/s");
    Entry second = new Entry("tomcat", "throughput 8,280 req/s", verdict(Conclusion.WORSE));
    assertThat(new Finding("Who wins", "At 200", List.of(first, second)).sentence())
        .isEqualTo(
            "At 200: netty throughput 9,000 req/s; tomcat throughput 8,280 req/s (throughput ×0.92"
                + " [0.910–0.930], worse beyond the scatter of the trials).");
  }

  @Test
  void aDifferenceSaysWhatItClears() {
    assertThat(of(Optional.empty(), Optional.of(0.01)))
        .endsWith(", worse beyond the noise floor of ±1.0 %");
    assertThat(of(Optional.empty(), Optional.of(0.2)))
        .endsWith(", worse by the trials, but within the noise floor of ±20 %");
    assertThat(of(Optional.of(6L), Optional.of(0.01)))
        .endsWith(", worse as a pair, not surely beside the first chosen among 6");
  }

  @Test
  void whatIsNoDifferenceHasItsNameAlone() {
    assertThat(verdict(Conclusion.INCONCLUSIVE).orElseThrow().text()).endsWith(", inconclusive");
    assertThat(verdict(Conclusion.ONE_TRIAL).orElseThrow().text())
        .endsWith(", one trial: no verdict");
    assertThat(
            new Verdict(
                    "rate",
                    1,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty())
                .text())
        .isEqualTo("rate ×1.00, no verdict");
  }

  @Test
  void subjectsOfWhichTheSameIsSaidStandTogetherWithTheNumberOfTheirCells() {
    List<Entry> entries =
        List.of(
            new Entry("akka", "predicted"),
            new Entry("pekko", "predicted"),
            new Entry("akka", "predicted"),
            new Entry("", "no step failed its checks"));
    assertThat(new Finding("No value", "", entries).sentence())
        .isEqualTo("akka, pekko (3 cells) predicted; no step failed its checks.");
  }

  @Test
  void aFindingWithoutAnEntryIsItsStatement() {
    assertThat(new Finding("Who wins", "Nobody", List.of()).sentence()).isEqualTo("Nobody.");
  }

  private static Optional<Verdict> verdict(Conclusion conclusion) {
    return Optional.of(
        new Verdict(
            "throughput",
            0.92,
            INTERVAL,
            Optional.of(conclusion),
            Optional.empty(),
            Optional.empty()));
  }

  private static String of(Optional<Long> chosenAmong, Optional<Double> noise) {
    return new Verdict(
            "throughput", 0.92, INTERVAL, Optional.of(Conclusion.WORSE), chosenAmong, noise)
        .text();
  }
}
