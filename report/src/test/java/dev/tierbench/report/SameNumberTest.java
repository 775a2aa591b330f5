package dev.tierbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.run.Kind;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.file.Csv;
import dev.tierbench.run.file.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The same cell shows the same number everywhere. {@code -Dtierbench.run=DIR} holds it against a
 * run of your own, whose report is written again.
 */
class SameNumberTest {

  /** What the summary for people shows under which head. */
  private static final Map<String, Metric> SHOWN =
      Map.of(
          "req/s", Metrics.THROUGHPUT,
          "mean ms", Metrics.MEAN,
          "p50 ms", Metrics.P50,
          "p99 ms", Metrics.P99,
          "CPU µs/req", Metrics.CPU,
          "switches/req", Metrics.SWITCHES,
          "futex/req", Metrics.FUTEX,
          "syscalls/req", Metrics.SYSCALLS);

  @TempDir private Path temp;
  private RunFolder run;

  /** By {@code subject concurrency metric}. */
  private final Map<String, Double> inCsv = new TreeMap<>();

  @BeforeEach
  void aRunWithItsReport() throws IOException {
    String own = System.getProperty("tierbench.run");
    Path folder = own == null ? generated() : Path.of(own);
    assertThat(Programs.run("report", folder.toString()).exitCode()).isZero();
    run = new RunFolder(folder);
    List<Metric> metrics = Metrics.compared(Kind.HTTP);
    List<String> columns = new ArrayList<>(List.of("subject", "concurrency", "trial"));
    metrics.forEach(metric -> columns.add(metric.id()));
    Csv.read(
        run.summaryCsv(),
        columns,
        columns,
        row -> {
          for (int i = 0; i < metrics.size(); i++) {
            if (row.text(2).isEmpty() && !row.text(i + 3).isEmpty()) {
              inCsv.put(
                  row.text(0) + " " + row.text(1) + " " + metrics.get(i).id(),
                  Double.valueOf(row.text(i + 3)));
            }
          }
        });
    assertThat(inCsv).isNotEmpty();
  }

  /** Also with a failed step, which has a line of its own. */
  private Path generated() {
    Path folder = new RunGenerator().write(temp.resolve("run"));
    RunGenerator.judge(RunGenerator.step(folder, 800), Verdict.FAIL);
    return folder;
  }

  @Test
  void thePageShowsTheNumbersOfTheSummary() throws IOException {
    JsonNode page = ReportPageTest.data(Files.readString(run.report()));
    assertThat(ReportPageTest.medians(page, "level")).isEqualTo(inCsv);
  }

  @Test
  void compareShowsTheNumbersOfTheSummary() {
    String folder = run.root().toString();
    Map<String, String> titles = new TreeMap<>();
    Metrics.of(Kind.HTTP).forEach(metric -> titles.put(metric.title("req"), metric.id()));
    Map<String, Double> inComparison = new TreeMap<>();
    for (JsonNode row : Programs.compared(folder, folder, "--metric", "all")) {
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
    List<List<String>> table =
        Files.readAllLines(run.summaryMarkdown()).stream()
            .dropWhile(line -> !line.startsWith("|"))
            .takeWhile(line -> line.startsWith("|"))
            .map(line -> List.of(line.substring(2, line.length() - 2).split(" \\| ", -1)))
            .toList();
    List<String> head = table.getFirst();
    Map<String, String> inTable = new TreeMap<>();
    Map<String, String> expected = new TreeMap<>();
    for (List<String> row : table.subList(2, table.size())) {
      if (row.get(head.indexOf("trials")).contains(" of ")) {
        String cell = row.get(1) + " " + row.getFirst().replace(",", "") + " ";
        SHOWN.forEach((title, metric) -> {
          String key = cell + metric.id();
          inTable.put(key, row.get(head.indexOf(title)));
          expected.put(key, Numbers.of(Optional.ofNullable(inCsv.get(key))));
        });
      }
    }
    assertThat(inTable).isNotEmpty().isEqualTo(expected);
  }
}
