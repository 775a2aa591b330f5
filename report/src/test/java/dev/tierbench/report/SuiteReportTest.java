package dev.tierbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.file.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The page of a suite: its answer, ranks, outcomes and ratios. */
class SuiteReportTest {

  private static final String TOP = "case=sleep-1s,size=1000";

  @TempDir private Path temp;

  @Test
  void theAnswerNamesTheFastestTheBoundAndWhatHasNoValue() throws IOException {
    JsonNode page = page(new SuiteGenerator());
    JsonNode fastest =
        page.path("key_findings")
            .path("findings")
            .valueStream()
            .filter(finding -> finding.path("at").asString().equals("At sleep-1s, 100 sleeps"))
            .findFirst()
            .orElseThrow();
    assertThat(fastest.path("topic").asString()).isEqualTo("Who is fastest");
    assertThat(ReportPageTest.subjects(fastest))
        .containsExactly(SuiteGenerator.VIRTUAL, SuiteGenerator.PLATFORM, SuiteGenerator.FIXED);
    assertThat(ReportPageTest.values(fastest, SuiteGenerator.VIRTUAL))
        .isEqualTo("time of a run 1,002 ms");
    JsonNode next = fastest.path("entries").path(2).path("verdict");
    assertThat(next.path("ratio").doubleValue()).isBetween(4.98, 5.0);
    assertThat(next.path("finding").asString()).isEqualTo("worse");
    assertThat(ReportPageTest.finding(page, "What the bound explains").path("at").asString())
        .startsWith("Of 10 cells that their waits and pools bound, 10 take at most 10 % longer");
    JsonNode ends = ReportPageTest.finding(page, "No value");
    assertThat(ReportPageTest.values(ends, SuiteGenerator.PARALLEL)).isEqualTo("predicted");
    assertThat(ReportPageTest.values(ends, SuiteGenerator.PLATFORM)).isEqualTo("out-of-memory");
    assertThat(ReportPageTest.values(ends, ""))
        .startsWith("5 of 120 steps failed their checks and count nowhere: 0")
        .endsWith(" and 2 more");
  }

  @Test
  void neighboursThatTheTrialsDoNotTellApartShareARank() throws IOException {
    JsonNode places = ranking(page(new SuiteGenerator()), "case=sleep-1s,size=100");
    assertThat(places.valueStream().map(place -> place.path("rank").intValue()))
        .containsExactly(1, 1, 3, 4);
    assertThat(places.path(2).path("subject").asString()).isEqualTo(SuiteGenerator.FIXED);
    assertThat(places.path(2).path("finding").asString()).isEqualTo("worse");
  }

  @Test
  void oneTrialHasNoVerdictAndNoRank() throws IOException {
    SuiteGenerator generator = new SuiteGenerator();
    generator.trials = 1;
    JsonNode suite = page(generator).path("suite_data");
    assertThat(suite.path("rankings").valueStream())
        .isNotEmpty()
        .noneMatch(ranking -> ranking.path("decided").asBoolean());
    assertThat(suite.path("verdicts").valueStream())
        .isNotEmpty()
        .allMatch(verdict -> verdict.path("finding").asString().equals("one_trial"));
  }

  @Test
  void aCellWithoutAValueHasItsOutcomeAndNoNumber() throws IOException {
    JsonNode page = page(new SuiteGenerator());
    JsonNode predicted = outcome(page, SuiteGenerator.PARALLEL);
    assertThat(predicted.path("outcome").asString()).isEqualTo("predicted");
    assertThat(predicted.path("predicted_ms").doubleValue()).isEqualTo(500_000);
    assertThat(predicted.path("formula").asString()).isEqualTo("ceil(1000 / 2 threads) x 1 s");
    assertThat(outcome(page, SuiteGenerator.PLATFORM).path("outcome").asString())
        .isEqualTo("out-of-memory");
    for (JsonNode metric : page.path("plot_data").path("metrics")) {
      for (JsonNode line : metric.path("series")) {
        if (List.of(SuiteGenerator.PARALLEL, SuiteGenerator.PLATFORM)
            .contains(line.path("server").asString())) {
          JsonNode level = level(line, TOP);
          assertThat(level.path("median").isNull()).isTrue();
          assertThat(level.path("trials").size()).isZero();
        }
      }
    }
    assertThat(ranking(page, TOP).valueStream().map(place -> place.path("subject").asString()))
        .containsExactly(SuiteGenerator.VIRTUAL, SuiteGenerator.FIXED);
  }

  @Test
  void cellsAreKeptApartThatHaveTheSameSize() throws IOException {
    JsonNode page = page(new SuiteGenerator());
    assertThat(page.path("cell_data").valueStream().map(cell -> cell.path("id").asString()))
        .hasSize(6)
        .doesNotHaveDuplicates()
        .contains("case=range,size=10", "case=sleep-1s,size=10");
    JsonNode times =
        page.path("plot_data")
            .path("metrics")
            .valueStream()
            .filter(metric -> metric.path("id").asString().equals("run_ms"))
            .findFirst()
            .orElseThrow();
    JsonNode virtual = times.path("series").path(0);
    assertThat(level(virtual, "case=range,size=10").path("median").doubleValue()).isLessThan(1);
    assertThat(level(virtual, "case=sleep-1s,size=10").path("median").doubleValue())
        .isGreaterThan(1_000);
  }

  @Test
  void theStudyIsShownAsRatiosAndNeverAsTimes() throws IOException {
    JsonNode published = page(new SuiteGenerator()).path("published_study").path("tables").path(0);
    assertThat(published.path("base").asString()).isEqualTo(SuiteGenerator.VIRTUAL);
    JsonNode row = published.path("rows").path(1);
    assertThat(row.path("size").intValue()).isEqualTo(100);
    assertThat(row.path("times").path("published").doubleValue()).isEqualTo(2_020.0 / 1_010);
    assertThat(row.path("times").path("ours").doubleValue()).isBetween(4.9, 5.1);
    assertThat(published.path("rows").path(2).path("times").path("published").isNull()).isTrue();
    assertThat(published.toString()).doesNotContain("2020", "1010");
  }

  @Test
  void anEndThatWasPredictedIsAnOutcomeAndNoFailure() throws IOException {
    SuiteGenerator generator = new SuiteGenerator();
    generator.endIsPredicted = true;
    JsonNode page = page(generator);
    JsonNode ends = ReportPageTest.finding(page, "No value");
    assertThat(ReportPageTest.values(ends, SuiteGenerator.PLATFORM)).isEqualTo("out-of-memory");
    assertThat(ReportPageTest.values(ends, "")).startsWith("no step failed");
    assertThat(Files.readString(new RunFolder(temp.resolve("run")).summaryMarkdown()))
        .contains("out-of-memory, as predicted: threads: unable to create native thread")
        .doesNotContain("| FAIL |", "FAIL 0");
  }

  @Test
  void theMeanStandsBesideTheMedian() throws IOException {
    SuiteGenerator generator = new SuiteGenerator();
    generator.beside = Optional.of("run_mean_ms");
    JsonNode published = page(generator).path("published_study").path("tables").path(0);
    assertThat(published.path("beside").asString()).isEqualTo("mean time of a run, ms");
    JsonNode base = published.path("rows").path(0);
    assertThat(base.path("subject").asString()).isEqualTo(SuiteGenerator.VIRTUAL);
    assertThat(base.path("value").path("published").doubleValue()).isEqualTo(1_000);
    assertThat(base.path("beside").doubleValue()).isBetween(990.0, 1_020.0);
    assertThat(base.path("times").path("ours").isNull()).isTrue();
    assertThat(Files.readString(new RunFolder(temp.resolve("run")).summaryMarkdown()))
        .contains("| size | implementation | published | this run | mean time of a run, ms |")
        .contains("| 100 | fixed-20 | 2,020 |");
  }

  @Test
  void aStudyThatPrintedDifferencesHasThemBesideThoseOfTheRun() throws IOException {
    SuiteGenerator generator = new SuiteGenerator();
    generator.deltas = true;
    JsonNode rows = page(generator).path("published_study").path("tables").path(0).path("rows");
    JsonNode deltas = rows.path(1).path("deltas");
    assertThat(deltas.path("delta").path("published").doubleValue()).isEqualTo(2_020.0 - 1_010);
    assertThat(deltas.path("percent").path("published").doubleValue()).isEqualTo(-100.0);
    assertThat(deltas.path("percent").path("ours").doubleValue()).isBetween(-410.0, -390.0);
    JsonNode crashed = rows.path(2).path("deltas").path("percent");
    assertThat(crashed.path("published").isNull()).isTrue();
    assertThat(Files.readString(new RunFolder(temp.resolve("run")).summaryMarkdown()))
        .contains("| 100 | fixed-20 | 2,020 | 1,010 | 1,010 | -100 |");
  }

  @Test
  void aControlIsOfOneImplementationAndSaysWhatTheHostAdds() throws IOException {
    SuiteGenerator generator = new SuiteGenerator();
    generator.cases = List.of(SuiteGenerator.SLEEPS, SuiteGenerator.PARK);
    JsonNode page = page(generator);
    assertThat(page.path("key_findings").path("steps").propertyNames()).doesNotContain("missing");
    assertThat(
            page.path("validity_data")
                .path("steps")
                .valueStream()
                .filter(step -> step.path("cell").asString().contains(SuiteGenerator.PARK))
                .map(step -> step.path("server").asString()))
        .containsOnly(SuiteGenerator.VIRTUAL);
    assertThat(page.path("key_findings").path("findings").valueStream())
        .filteredOn(finding -> finding.path("topic").asString().equals("Who is fastest"))
        .isNotEmpty()
        .noneMatch(finding -> finding.path("at").asString().contains(SuiteGenerator.PARK));
    JsonNode control = ReportPageTest.finding(page, "What the timer of this host adds");
    assertThat(control.path("at").asString()).startsWith("At " + SuiteGenerator.PARK);
    assertThat(ReportPageTest.values(control, SuiteGenerator.VIRTUAL))
        .startsWith("time over the bound ")
        .endsWith(" µs/sleep");
  }

  @Test
  void unitsHaveTheWordOfTheSuite() throws IOException {
    JsonNode page = page(new SuiteGenerator());
    assertThat(page.path("words").path("operation").asString()).isEqualTo("sleep");
    assertThat(
            page.path("plot_data")
                .path("metrics")
                .valueStream()
                .map(metric -> metric.path("unit").asString()))
        .contains("µs/sleep", "sleep/s")
        .noneMatch(unit -> unit.contains("/req") || unit.contains("/op"));
  }

  @Test
  void aControlUnderASecondNameShowsTheNoiseAndIsNotRanked() throws IOException {
    SuiteGenerator generator = new SuiteGenerator();
    generator.implementations = List.of(SuiteGenerator.VIRTUAL, SuiteGenerator.VIRTUAL + "-aa");
    JsonNode page = page(generator);
    assertThat(page.path("noise_data").path("servers").size()).isEqualTo(2);
    assertThat(ranking(page, TOP).size()).isEqualTo(1);
  }

  /** Another cell's end, in the place of that of one trial of fixed-20. */
  private Path withEndOf(String trial) throws IOException {
    Path run = new SuiteGenerator().write(temp.resolve("run"));
    Path good = SuiteGenerator.step(run, "02-fixed-20", SuiteGenerator.SLEEPS, 10).path();
    Path bad = SuiteGenerator.step(run, trial, SuiteGenerator.SLEEPS, SuiteGenerator.TOP).path();
    for (String file : List.of("work.json", "measurements.json", "checks.json")) {
      Files.copy(bad.resolve(file), good.resolve(file), StandardCopyOption.REPLACE_EXISTING);
    }
    return run;
  }

  /** What takes too long for more than one trial has its value from that. */
  @Test
  void aCellThatWasMeasuredOnceAndThenPredictedHasAValueAndIsNotNamed() throws IOException {
    JsonNode page = ReportPageTest.report(withEndOf("03-parallel"));
    assertThat(ReportPageTest.subjects(ReportPageTest.finding(page, "No value")))
        .contains(SuiteGenerator.PARALLEL)
        .doesNotContain(SuiteGenerator.FIXED);
  }

  @Test
  void aCellThatOnlySomeTrialsCompletedSaysSoBesideItsValue() throws IOException {
    Path run = withEndOf("04-platform");
    JsonNode page = ReportPageTest.report(run);
    JsonNode ends = ReportPageTest.finding(page, "No value");
    assertThat(ReportPageTest.values(ends, SuiteGenerator.FIXED))
        .isEqualTo("out-of-memory in 1 of 5 trials");
    assertThat(ReportPageTest.values(ends, SuiteGenerator.PLATFORM)).isEqualTo("out-of-memory");
    JsonNode outcome =
        page.path("suite_data")
            .path("outcomes")
            .valueStream()
            .filter(each -> each.path("subject").asString().equals(SuiteGenerator.FIXED))
            .findFirst()
            .orElseThrow();
    assertThat(outcome.path("trials").intValue()).isEqualTo(1);
    assertThat(outcome.path("tried").intValue()).isEqualTo(5);
  }

  @Test
  void hostileTextStaysData() throws IOException {
    SuiteGenerator generator = new SuiteGenerator();
    generator.freeText = ReportPageTest.HOSTILE;
    generator.trials = 1;
    Path run = generator.write(temp.resolve("run"));
    ReportPageTest.report(run);
    assertThat(Files.readString(run.resolve("report.html")))
        .doesNotContain("<script>document", "<img");
  }

  @Test
  void aPlanThatCannotBeReadIsNamedAndTheValuesStand() throws IOException {
    Path run = new SuiteGenerator().write(temp.resolve("run"));
    Path manifest = run.resolve("manifest.json");
    Files.writeString(
        manifest, Files.readString(manifest).replace("\"budget_seconds\" : 60.0,", ""));
    Programs.Ended ended = Programs.run("report", run.toString());
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.err()).contains("manifest.json: has no plan.budget_seconds; left out");
    assertThat(ended.out()).contains("jdk-virtual");
  }

  @Test
  void thePlotsHaveAFileForEachCase() throws IOException {
    Path run = new SuiteGenerator().write(temp.resolve("run"));
    ReportPageTest.report(run);
    try (Stream<Path> plots = Files.list(run.resolve("plots"))) {
      assertThat(plots.map(file -> file.getFileName().toString()))
          .contains("run_ms-range.svg", "run_ms-sleep-1s.svg", "rss_peak_mib-range.svg");
    }
    assertThat(Files.readString(run.resolve("plots").resolve("run_ms-sleep-1s.svg")))
        .contains("sleeps</text>")
        .doesNotContain("NaN", "Infinity", "concurrent");
  }

  @Test
  void variantsHaveTheNoteOfTheirImplementation() throws IOException {
    SuiteGenerator generator = new SuiteGenerator();
    String variant = "jdk-virtual@jdk-21";
    generator.implementations = List.of(SuiteGenerator.VIRTUAL, variant);
    generator.variants =
        Map.of(
            variant,
            new dev.tierbench.run.plan.Plan.Variant(
                SuiteGenerator.VIRTUAL, Optional.of("/jdk-21"), List.of(), List.of()));
    assertThat(page(generator).path("suite_data").path("notes").path(variant).asString())
        .isEqualTo("plain");
  }

  private JsonNode page(SuiteGenerator generator) throws IOException {
    return ReportPageTest.report(generator.write(temp.resolve("run")));
  }

  private static JsonNode outcome(JsonNode page, String subject) {
    return page.path("suite_data")
        .path("outcomes")
        .valueStream()
        .filter(outcome -> outcome.path("subject").asString().equals(subject))
        .findFirst()
        .orElseThrow();
  }

  private static JsonNode ranking(JsonNode page, String cell) {
    return page.path("suite_data")
        .path("rankings")
        .valueStream()
        .filter(ranking -> ranking.path("cell").asString().equals(cell))
        .findFirst()
        .orElseThrow()
        .path("places");
  }

  private static JsonNode level(JsonNode line, String cell) {
    return line.path("levels")
        .valueStream()
        .filter(level -> level.path("cell").asString().equals(cell))
        .findFirst()
        .orElseThrow();
  }
}
