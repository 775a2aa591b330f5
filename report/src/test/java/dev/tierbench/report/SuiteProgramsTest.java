package dev.tierbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.run.Kind;
import dev.tierbench.run.file.Csv;
import dev.tierbench.run.file.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The programs on runs of suites: summary, compare, check, and the index of several runs. */
class SuiteProgramsTest {

  @TempDir private Path temp;

  @Test
  void summaryPageAndCompareShowTheSameNumbers() throws IOException {
    String run = run("a", 1);
    JsonNode page = ReportPageTest.report(Path.of(run));
    Map<String, Double> inCsv = csv(new RunFolder(Path.of(run)));
    Map<String, Double> onPage = ReportPageTest.medians(page, "cell");
    Map<String, String> ids = new TreeMap<>();
    Metrics.of(Kind.SUITE).forEach(metric -> ids.put(metric.title("sleep"), metric.id()));
    Map<String, Double> inComparison = new TreeMap<>();
    for (JsonNode row : Programs.compared(run, run, "--metric", "all")) {
      inComparison.put(
          row.path("subject").asString()
              + " "
              + row.path("parameters").asString()
              + " "
              + ids.get(row.path("metric").asString()),
          row.path("a").doubleValue());
    }
    assertThat(inCsv).isNotEmpty().isEqualTo(onPage).isEqualTo(inComparison);
  }

  @Test
  void whatHasNoValueIsSaidInWordsAndNeverShownAsANumber() throws IOException {
    String run = run("a", 1);
    String printed = Programs.run("report", run).out();
    assertThat(printed)
        .containsPattern("parallel +– .*predicted +predicted 500 s: ceil\\(1000 / 2 threads\\)")
        .containsPattern(
            "platform +– .*FAIL +out-of-memory: threads: unable to create native thread");
    List<List<String>> lines = new ArrayList<>();
    List<String> columns =
        List.of("subject", "case", "size", "verdict", "run_ms", "times_baseline", "outcome");
    Csv.read(
        new RunFolder(Path.of(run)).summaryCsv(),
        columns,
        columns,
        row -> lines.add(List.of(row.text(0), row.text(3), row.text(4), row.text(5), row.text(6))));
    assertThat(lines)
        .contains(
            List.of(
                "parallel", "predicted", "", "", "predicted 500 s: ceil(1000 / 2 threads) x 1 s"))
        .contains(
            List.of(
                "platform",
                "FAIL",
                "",
                "",
                "out-of-memory: threads: unable to create native thread"));
  }

  @Test
  void theMarkdownHasTheRatiosOfTheStudy() throws IOException {
    String run = run("a", 1);
    Programs.run("report", run);
    assertThat(Files.readString(new RunFolder(Path.of(run)).summaryMarkdown()))
        .contains("every cell in a fresh JVM", "## Per sleep and role of threads")
        .contains("## Beside the published study: a machine", "| 100 | fixed-20 | ×2.00 | ×");
  }

  @Test
  void twoImplementationsOfOneRunAreCompared() {
    String run = run("a", 1);
    List<JsonNode> rows =
        Programs.compared(
            run + ":jdk-virtual", run + ":fixed-20", "--case", "sleep-1s", "--size", "100");
    assertThat(rows).hasSize(Metrics.main(Kind.SUITE).size());
    JsonNode time =
        rows.stream()
            .filter(row -> row.path("metric").asString().equals("time of a run, ms"))
            .findFirst()
            .orElseThrow();
    assertThat(time.path("finding").asString()).isEqualTo("worse");
    assertThat(time.path("ratio").doubleValue()).isBetween(4.9, 5.1);
    assertThat(time.path("parameters").asString()).isEqualTo("case=sleep-1s,size=100");
  }

  @Test
  void everyGroupingAndFormatPrintsRows() {
    String a = run("a", 1);
    String b = run("b", 2);
    for (String by : List.of("subject", "cell", "role", "syscall")) {
      for (String format : List.of("text", "md", "json", "csv")) {
        Programs.Ended ended = Programs.run("compare", a, b, "--by", by, "--format", format);
        assertThat(ended.exitCode()).as(by + " " + format).isZero();
        assertThat(ended.out().lines().count()).as(by + " " + format).isGreaterThan(8);
      }
    }
  }

  @Test
  void aSlowerLibraryIsFoundAndItsVersionIsNamed() {
    SuiteGenerator after = generator(2);
    after.slowdowns = Map.of(SuiteGenerator.FIXED, 1.2);
    after.library = "2.0.0";
    String a = run("a", 1);
    String b = after.write(temp.resolve("b")).toString();
    Programs.Ended compared =
        Programs.run("compare", a, b, "--case", "range", "--fail-on", "worse");
    assertThat(compared.exitCode()).isEqualTo(1);
    assertThat(compared.out())
        .containsPattern("worse +time of a run, ms +fixed-20 @ range, 1,000")
        .contains("settings of fixed-20, libraries.of fixed-20: 1.0.0 | 2.0.0");
    assertThat(Programs.run("compare", a, run("c", 3), "--fail-on", "worse").exitCode()).isZero();
  }

  @Test
  void aCellThatOnlyOneSideCompletedIsNoPass() {
    SuiteGenerator less = generator(2);
    less.budgetSeconds = 20;
    String a = run("a", 1);
    String b = less.write(temp.resolve("b")).toString();
    Programs.Ended gate = Programs.run("compare", a, b, "--fail-on", "worse");
    assertThat(gate.exitCode()).isEqualTo(3);
    assertThat(gate.err()).contains("fixed-20 at sleep-1s, 1,000: A valid in 5 of 5 trials");
    assertThat(gate.out()).contains("plan.budget_seconds: 60.0 | 20.0");
  }

  @Test
  void runsOfAnotherKindOrSuiteAreNotComparedAndOneLineSaysSo() {
    String suite = run("a", 1);
    String sweep = new RunGenerator().write(temp.resolve("sweep")).toString();
    SuiteGenerator other = generator(2);
    other.suite = "tasks";
    String tasks = other.write(temp.resolve("tasks")).toString();
    for (List<String> pair :
        List.of(List.of(suite, sweep), List.of(sweep, suite), List.of(suite, tasks))) {
      Programs.Ended compared = Programs.run("compare", pair.get(0), pair.get(1));
      assertThat(compared.exitCode()).isEqualTo(3);
      assertThat(compared.out()).isEmpty();
      assertThat(compared.err().lines())
          .hasSize(1)
          .allMatch(line -> line.startsWith("compare: not comparable: A is "));
    }
  }

  @Test
  void bothSidesOfAComparisonMakeAPage() throws IOException {
    Path page = temp.resolve("both.html");
    Programs.run("compare", run("a", 1), run("b", 2), "--html", page.toString());
    assertThat(Files.readString(page))
        .contains("A: jdk-virtual", "B: fixed-20", "\"formula\":\"ceil(1000 / 2 threads) x 1 s\"");
  }

  @Test
  void theRulesAreRunAgainWithOtherLimitsToo() throws IOException {
    String run = run("a", 1);
    Programs.Ended checked = Programs.run("check", run, "--all");
    assertThat(checked.exitCode()).isEqualTo(1);
    assertThat(checked.out())
        .contains("out-of-memory: threads: unable to create native thread", "the bound explains it")
        .contains("120 steps: 110 PASS, 5 WARN, 5 FAIL");
    Path rules = temp.resolve("rules.json");
    Files.writeString(
        rules, "{\"version\": \"mine/1\", \"limits\": {\"host_busy\": {\"fail\": 0}}}");
    assertThat(Programs.run("check", run, "--rules", rules.toString()).out())
        .contains("rules mine/1")
        .doesNotContain(" 5 FAIL");
  }

  @Test
  void severalRunsGetAnIndexOfTheirPages() throws IOException {
    String suite = run("a suite", 1);
    String sweep = new RunGenerator().write(temp.resolve("sweep")).toString();
    Programs.Ended written = Programs.run("report", sweep, suite);
    assertThat(written.exitCode()).isZero();
    String index = Files.readString(temp.resolve("index.html"));
    assertThat(index)
        .contains("href=\"sweep/report.html\"", "href=\"a%20suite/report.html\"")
        .contains("Generated sleeps", "110 PASS, 5 WARN, 5 FAIL")
        .doesNotContain(temp.toString(), "<script");
    assertThat(temp.resolve("a suite").resolve("report.html")).exists();
    assertThat(temp.resolve("sweep").resolve("summary.csv")).exists();
    Path elsewhere = temp.resolve("elsewhere").resolve("all.html");
    assertThat(Programs.run("report", sweep, suite, "--out", elsewhere.toString()).exitCode())
        .isZero();
    assertThat(Files.readString(elsewhere)).contains("href=\"../sweep/report.html\"");
  }

  private static Map<String, Double> csv(RunFolder run) throws IOException {
    List<Metric> metrics = Metrics.compared(Kind.SUITE);
    List<String> columns = new ArrayList<>(List.of("subject", "case", "size", "trial"));
    metrics.forEach(metric -> columns.add(metric.id()));
    Map<String, Double> values = new TreeMap<>();
    Csv.read(
        run.summaryCsv(),
        columns,
        columns,
        row -> {
          for (int i = 0; i < metrics.size(); i++) {
            if (row.text(3).isEmpty() && !row.text(i + 4).isEmpty()) {
              String cell = "case=" + row.text(1) + ",size=" + row.text(2);
              values.put(
                  row.text(0) + " " + cell + " " + metrics.get(i).id(),
                  Double.valueOf(row.text(i + 4)));
            }
          }
        });
    return values;
  }

  private String run(String name, long seed) {
    Path folder = temp.resolve(name);
    return Files.exists(folder) ? folder.toString() : generator(seed).write(folder).toString();
  }

  private static SuiteGenerator generator(long seed) {
    SuiteGenerator generator = new SuiteGenerator();
    generator.seed = seed;
    return generator;
  }
}
