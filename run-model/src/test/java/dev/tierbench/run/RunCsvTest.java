package dev.tierbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunCsvTest {

  @TempDir Path folder;

  private static SummaryRow row(Optional<Double> p99, String reason) {
    Optional<Double> none = Optional.empty();
    return new SummaryRow(
        "tomcat-platform",
        800,
        Verdict.WARN,
        "01-tomcat-platform",
        1,
        3,
        Optional.of(3850.5),
        none,
        none,
        none,
        none,
        none,
        p99,
        none,
        none,
        Optional.of(38505L),
        Optional.of(0L),
        none,
        Optional.of(2),
        none,
        none,
        none,
        none,
        none,
        none,
        Optional.empty(),
        none,
        Optional.empty(),
        Optional.empty(),
        none,
        none,
        none,
        none,
        none,
        none,
        none,
        none,
        none,
        Optional.of(reason));
  }

  @Test
  void whatWasNotMeasuredIsEmptyAndNever0() {
    String[] lines =
        RunCsv.toCsv(List.of(row(Optional.empty(), "none")), SummaryRow.class).split("\n", -1);
    assertThat(lines[0])
        .startsWith("server,concurrency,verdict,trial,valid_trials,planned_trials,throughput_rps")
        .contains(",mean_us,p50_us,p90_us,p99_us,p99_9_us,max_us,ok,failed,")
        .contains("server_cpu_us_per_request");
    assertThat(lines[1]).contains(",3850.5,,,,,,,,,38505,0,,2,");
  }

  @Test
  void rowsSurviveTheFileEvenWithQuotesAndLineEnds() throws IOException {
    List<SummaryRow> rows = List.of(row(Optional.of(53.5), "a \"quoted\", second\nline"));
    Path file = folder.resolve("summary.csv");
    RunJson.write(file, RunCsv.toCsv(rows, SummaryRow.class));
    assertThat(RunCsv.read(file, SummaryRow.class)).isEqualTo(rows);
  }

  @Test
  void aFileOfSomethingElseIsRefusedByName() {
    Path file = folder.resolve("other.csv");
    RunJson.write(file, "server,concurrency\na,many\n");
    assertThatIOException()
        .isThrownBy(() -> RunCsv.read(file, SummaryRow.class))
        .withMessageContaining("other.csv");
  }
}
