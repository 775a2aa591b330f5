package dev.tierbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tierbench.run.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What the page says of the evidence behind its values. */
class PageEvidenceTest {

  @TempDir Path temp;

  @Test
  void valuesOfSurvivorsAreMarkedInTheSentencesAndTheTiles() throws IOException {
    Path run = new RunGenerator().write(temp.resolve("run"));
    RunGenerator.judge(RunGenerator.step(run, 2_600), Verdict.FAIL);
    JsonNode page = page(run);
    JsonNode winner = ReportPageTest.finding(page, "Who wins");
    String mark = "(2 of 3 trials valid) ";
    assertThat(ReportPageTest.values(winner, RunGenerator.TOMCAT)).startsWith(mark);
    assertThat(ReportPageTest.values(winner, RunGenerator.NETTY)).startsWith("throughput ");
    assertThat(
            ReportPageTest.values(
                ReportPageTest.finding(page, "What was counted"), RunGenerator.TOMCAT))
        .startsWith(mark);
    assertThat(page.path("key_findings").path("badges").path(0).path("of").asString())
        .endsWith("at 2,600 (valid trials: 2 of 3 and 3 of 3)");
  }

  @Test
  void rowsOfAllPairsOfAPageAreCorrectedTogether() throws IOException {
    RunGenerator generator = new RunGenerator();
    generator.servers = List.of(RunGenerator.TOMCAT, "tomcat-virtual", RunGenerator.NETTY);
    List<JsonNode> rows =
        page(generator.write(temp.resolve("run")))
            .path("comparison_records")
            .valueStream()
            .flatMap(pair -> pair.path("rows").valueStream())
            .filter(row -> row.path("welch_p").asDouble(1) < 1)
            .sorted(Comparator.comparingDouble(row -> -row.path("welch_p").asDouble()))
            .toList();
    assertThat(rows).hasSizeGreaterThan(50);
    List<Double> expected = new ArrayList<>();
    double least = 1;
    for (int i = 0; i < rows.size(); i++) {
      least =
          Math.min(least, rows.get(i).path("welch_p").asDouble() * rows.size() / (rows.size() - i));
      expected.add(least);
    }
    for (int i = 0; i < rows.size(); i++) {
      assertThat(rows.get(i).path("adjusted_p").asDouble())
          .isCloseTo(expected.get(i), within(1e-9));
    }
  }

  @Test
  void aPeakThatNoLevelReachedIsMarked() throws IOException {
    RunGenerator generator = new RunGenerator();
    generator.noise = 0;
    generator.levels = List.of(100, 200, 400, 600, 800);
    JsonNode scaling = page(generator.write(temp.resolve("run"))).path("plot_data").path("scaling");
    assertThat(scaling.valueStream())
        .isNotEmpty()
        .allSatisfy(server ->
            assertThat(server.path("law_peak_beyond").asBoolean())
                .isEqualTo(server.path("law_peak").asDouble() > 800))
        .anyMatch(server -> server.path("law_peak_beyond").asBoolean());
  }

  /** Three servers twice as fast as three others, with a scatter that leaves one pair open. */
  @Test
  void aPairThatDiffersIsNotTakenForTheFirstOfManyThatTheSameTrialsChose() throws IOException {
    RunGenerator generator = new RunGenerator();
    generator.servers = List.of("a", "b", "c", "tomcat-x", "tomcat-y", "tomcat-z");
    generator.levels = List.of(2_600);
    generator.noise = 0.05;
    generator.seed = 5;
    JsonNode winner =
        ReportPageTest.finding(page(generator.write(temp.resolve("run"))), "Who wins");
    List<Integer> chosenAmong =
        winner
            .path("entries")
            .valueStream()
            .filter(entry -> entry.path("verdict").path("finding").asString("").equals("worse"))
            .map(entry -> entry.path("verdict").path("chosen_among").asInt(0))
            .toList();
    assertThat(chosenAmong).containsOnly(0, 6).contains(0, 6);
    assertThat(winner.path("sentence").asString())
        .contains(", worse beyond the scatter of the trials)")
        .contains(", worse as a pair, not surely beside the first chosen among 6)");
  }

  private static JsonNode page(Path run) throws IOException {
    assertThat(Programs.run("report", run.toString()).exitCode()).isZero();
    return ReportPageTest.report(run);
  }
}
