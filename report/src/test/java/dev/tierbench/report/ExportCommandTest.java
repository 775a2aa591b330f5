package dev.tierbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.report.Programs.Ended;
import dev.tierbench.run.file.Csv;
import dev.tierbench.run.file.RunJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ExportCommandTest {

  private static final List<String> COLUMNS =
      List.of(
          "run", "subject", "parameters", "trial", "window", "verdict", "metric", "unit", "value");

  @TempDir Path temp;
  private Path runs;

  @BeforeEach
  void write() {
    runs = temp.resolve("runs");
    new RunGenerator().write(runs.resolve("one"));
    new RunGenerator().write(runs.resolve("two"));
  }

  @Test
  void everyValueIsALineThatExplainsItself() throws IOException {
    Path out = temp.resolve("all.csv");
    assertThat(Programs.run("export", runs.toString(), "--out", out.toString()).exitCode())
        .isZero();
    List<List<String>> rows =
        Csv.readAll(
            out,
            COLUMNS,
            COLUMNS,
            row -> List.of(0, 1, 2, 3, 4, 5, 6, 7, 8).stream().map(row::text).toList());
    JsonNode stored =
        RunJson.parse(Files.readString(RunGenerator.step(runs.resolve("two"), 800).measurements()));
    JsonNode checks =
        RunJson.parse(Files.readString(RunGenerator.step(runs.resolve("two"), 800).checks()));
    assertThat(rows)
        .contains(
            List.of(
                "two",
                RunGenerator.TOMCAT,
                "concurrency=800",
                "01-tomcat-platform",
                "",
                checks.path("verdict").asString(),
                "cpu_us_per_op",
                "µs/req",
                stored.at("/values/cpu_us_per_op").decimalValue().toPlainString()));
    // Two servers, four levels, three trials.
    assertThat(
            rows.stream()
                .filter(row -> row.get(0).equals("one") && row.get(6).equals("cpu_us_per_op")))
        .hasSize(24);
  }

  @Test
  void jsonLinesHaveTheSameValues() {
    Ended csv = Programs.run("export", runs.toString());
    Ended json = Programs.run("export", runs.toString(), "--format", "jsonl");
    assertThat(json.out().lines().count()).isEqualTo(csv.out().lines().count() - 1);
    JsonNode first = RunJson.parse(json.out().lines().findFirst().orElseThrow());
    assertThat(first.path("run").asString()).isEqualTo("one");
    assertThat(first.path("value").isNumber()).isTrue();
    assertThat(first.has("window")).isFalse();
    assertThat(first.path("commit").asString()).isEqualTo(new RunGenerator().commit);
    assertThat(first.path("dirty").isBoolean()).isTrue();
  }

  @Test
  void aFileOfARunStandsForIt() {
    Path file = RunGenerator.step(runs.resolve("one"), 800).measurements();
    Ended ended = Programs.run("export", file.toString());
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.out()).contains("\none,").doesNotContain("\ntwo,");
  }

  @Test
  void whatIsNoRunIsOneLine() throws IOException {
    Path alone = Files.writeString(temp.resolve("alone.json"), "{}");
    Ended ended = Programs.run("export", alone.toString());
    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err()).contains("is in no run folder").hasLineCount(1);
  }
}
