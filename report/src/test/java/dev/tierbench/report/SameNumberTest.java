package dev.tierbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.metric.Numbers;
import dev.tierbench.run.Csv;
import dev.tierbench.run.Kind;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.RunJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The same cell shows the same number everywhere. */
class SameNumberTest {

  @TempDir private Path temp;
  private RunFolder run;

  /** By {@code subject concurrency metric}. */
  private final Map<String, Double> inCsv = new TreeMap<>();

  @BeforeEach
  void aRunWithItsReport() throws IOException {
    Path folder = new RunGenerator().write(temp.resolve("run"));
    assertThat(Programs.run("report", folder.toString()).exitCode()).isZero();
    run = new RunFolder(folder);
    List<Metric> metrics = Metrics.compared(Kind.HTTP);
    List<String> columns = new ArrayList<>(List.of("subject", "concurrency"));
    metrics.forEach(metric -> columns.add(metric.id()));
    Csv.read(
        run.summaryCsv(),
        columns,
        columns,
        row -> {
          for (int i = 0; i < metrics.size(); i++) {
            if (!row.text(i + 2).isEmpty()) {
              inCsv.put(
                  row.text(0) + " " + row.text(1) + " " + metrics.get(i).id(),
                  Double.valueOf(row.text(i + 2)));
            }
          }
        });
    assertThat(inCsv).hasSizeGreaterThan(100);
  }

  @Test
  void thePageShowsTheNumbersOfTheSummary() throws IOException {
    String page = Files.readString(run.report());
    int start = page.indexOf("id=\"data\">") + "id=\"data\">".length();
    JsonNode data = RunJson.parse(page.substring(start, page.indexOf("</script>", start)));
    Map<String, Double> onPage = new TreeMap<>();
    for (JsonNode metric : data.path("plots").path("metrics")) {
      for (JsonNode series : metric.path("series")) {
        for (JsonNode level : series.path("levels")) {
          if (level.path("median").isNumber()) {
            onPage.put(
                series.path("server").asString()
                    + " "
                    + level.path("level").intValue()
                    + " "
                    + metric.path("id").asString(),
                level.path("median").doubleValue());
          }
        }
      }
    }
    assertThat(onPage).isEqualTo(inCsv);
  }

  @Test
  void compareShowsTheNumbersOfTheSummary() {
    String folder = run.root().toString();
    JsonNode compared =
        RunJson.parse(
            Programs.run(
                    "compare",
                    folder,
                    folder,
                    "--metric",
                    "all",
                    "--format",
                    "json",
                    "--by",
                    "cell")
                .out());
    Map<String, String> titles = new TreeMap<>();
    Metrics.of(Kind.HTTP).forEach(metric -> titles.put(metric.title(Kind.HTTP), metric.id()));
    Map<String, Double> inComparison = new TreeMap<>();
    for (JsonNode row : compared.path("rows")) {
      inComparison.put(
          row.path("subject").asString()
              + " "
              + row.path("level").intValue()
              + " "
              + titles.get(row.path("metric").asString()),
          row.path("a").doubleValue());
    }
    assertThat(inComparison).isEqualTo(inCsv);
  }

  @Test
  void theSummaryForPeopleShowsThemShortened() throws IOException {
    List<String> lines = Files.readAllLines(run.summaryMarkdown());
    for (String subject : List.of(RunGenerator.TOMCAT, RunGenerator.NETTY)) {
      String line =
          lines.stream()
              .filter(row -> row.startsWith("| 2,600 | " + subject + " |"))
              .findFirst()
              .orElseThrow();
      for (Metric metric : List.of(Metrics.THROUGHPUT, Metrics.P50, Metrics.P99, Metrics.CPU)) {
        assertThat(line)
            .contains(" " + Numbers.of(inCsv.get(subject + " 2600 " + metric.id())) + " ");
      }
    }
  }
}
