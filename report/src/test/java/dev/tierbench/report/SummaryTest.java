package dev.tierbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.Csv;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SummaryTest {

  private static final List<String> COLUMNS =
      List.of(
          "subject",
          "concurrency",
          "verdict",
          "valid_trials",
          "trials",
          "trial",
          "throughput_rps",
          "throughput_rps_min",
          "throughput_rps_max",
          "reason");

  @TempDir private Path temp;
  private Path run;

  @BeforeEach
  void aRunOfThreeTrials() {
    run = new RunGenerator().write(temp.resolve("run"));
  }

  private List<List<String>> rows() throws IOException {
    assertThat(Programs.run("report", run.toString()).exitCode()).isZero();
    List<List<String>> rows = new ArrayList<>();
    Csv.read(
        new RunFolder(run).summaryCsv(),
        COLUMNS,
        COLUMNS,
        row -> {
          List<String> cells = new ArrayList<>();
          for (int i = 0; i < COLUMNS.size(); i++) {
            cells.add(row.text(i));
          }
          rows.add(cells);
        });
    return rows;
  }

  private List<List<String>> ofCell() throws IOException {
    return rows().stream()
        .filter(row -> row.get(0).equals(RunGenerator.TOMCAT) && row.get(1).equals("800"))
        .toList();
  }

  @Test
  void aCellIsALineWithItsMedianAndItsLeastAndMost() throws IOException {
    assertThat(ofCell())
        .singleElement()
        .satisfies(row -> assertThat(row.get(3)).isEqualTo("3"))
        .satisfies(row ->
            assertThat(Double.valueOf(row.get(6)))
                .isBetween(Double.valueOf(row.get(7)), Double.valueOf(row.get(8))));
  }

  @Test
  void aFailedStepIsALineOfItsOwnAndEntersNoMedian() throws IOException {
    double before = Double.parseDouble(ofCell().getFirst().get(6));
    RunGenerator.judge(RunGenerator.step(run, 800), Verdict.FAIL);
    List<List<String>> rows = ofCell();
    assertThat(rows).hasSize(2);
    assertThat(rows.get(0).subList(2, 6)).doesNotContain("FAIL").contains("2", "3", "");
    assertThat(Double.parseDouble(rows.get(0).get(6))).isNotEqualTo(before);
    assertThat(rows.get(1).get(2)).isEqualTo("FAIL");
    assertThat(rows.get(1).get(5)).startsWith("01-");
    assertThat(rows.get(1).get(9)).isNotEmpty();
  }

  @Test
  void whatWasNotMeasuredIsEmptyAndNeverZero() throws IOException {
    RunGenerator.delete(RunGenerator.step(run, 800).measurements());
    assertThat(ofCell().getLast().get(6)).isEmpty();
  }
}
