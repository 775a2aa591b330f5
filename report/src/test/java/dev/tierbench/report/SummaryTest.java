package dev.tierbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.metrics.Measurements;
import dev.tierbench.rules.Rules;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.file.Csv;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.record.Checks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The summary of a run of three trials, of which one step failed and has its throughput alone. */
class SummaryTest {

  private static final String FAILED = "01-" + RunGenerator.TOMCAT;

  @TempDir private Path temp;
  private RunFolder run;

  @BeforeEach
  void write() {
    RunGenerator generator = new RunGenerator();
    generator.levels = List.of(200, 800);
    run = new RunFolder(generator.write(temp.resolve("run")));
    RunFolder.Step failed = RunGenerator.step(run.root(), 800);
    RunGenerator.judge(failed, Verdict.FAIL);
    RunJson.write(
        failed.measurements(),
        new Measurements(
            Measurements.SCHEMA, Map.of("throughput_rps", 9.0), Map.of(), Optional.empty()));
  }

  @Test
  void linesAreOrderedByLevelAndThenByServer() throws IOException {
    report();
    assertThat(csv("concurrency", "subject"))
        .containsExactly(
            List.of("200", RunGenerator.TOMCAT),
            List.of("200", RunGenerator.NETTY),
            List.of("800", RunGenerator.TOMCAT),
            List.of("800", RunGenerator.TOMCAT),
            List.of("800", RunGenerator.NETTY));
  }

  @Test
  void aFailedStepHasItsOwnLineAndEntersNoMedian() throws IOException {
    report();
    assertThat(csv("verdict", "valid_trials", "trials", "trial", "reason").subList(2, 4))
        .containsExactly(
            List.of("WARN", "2", "3", "", ""),
            List.of("FAIL", "0", "3", FAILED, "littles_law: why"));
    List<List<String>> throughput =
        csv("throughput_rps_min", "throughput_rps", "throughput_rps_max");
    assertThat(throughput.get(2)).map(Double::valueOf).isSorted().allMatch(rps -> rps > 9);
    assertThat(throughput.get(3)).containsOnly("9");
  }

  @Test
  void aStepThatCannotBeReadIsATrialAndHasItsOwnLine() throws IOException {
    Files.writeString(RunGenerator.step(run.root(), 200).checks(), "{");
    report();
    assertThat(csv("verdict", "valid_trials", "trials", "trial").subList(0, 2))
        .containsExactly(
            List.of("WARN", "2", "3", ""), List.of("files unreadable", "0", "3", FAILED));
    assertThat(Files.readString(run.root().resolve("summary.md")))
        .contains("files unreadable " + FAILED)
        .doesNotContain("FAIL " + FAILED + " at 200");
  }

  @Test
  void aStepThatWasNotRunIsATrial() throws IOException {
    try (Stream<Path> files = Files.list(RunGenerator.step(run.root(), 200).path())) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    report();
    assertThat(csv("valid_trials", "trials").getFirst()).containsExactly("2", "3");
  }

  @Test
  void aStepThatWasMeasuredAgainIsListedWithItsCauseAndCountsNowhere() throws IOException {
    report();
    List<List<String>> before = csv("trials", "valid_trials", "throughput_rps");
    RunFolder.Trial trial = run.trial("01-" + RunGenerator.NETTY);
    RunFolder.Trial other = run.trial("02-" + RunGenerator.NETTY);
    RunFolder.Trial measured = Files.exists(trial.path()) ? trial : other;
    Parameters cell = Parameters.concurrency(800);
    RunFolder.Step dropped = measured.dropped(1, cell);
    Files.createDirectories(dropped.path());
    Files.copy(measured.step(cell).load(), dropped.load());
    RunJson.write(
        dropped.checks(),
        Checks.of(
            "rules",
            List.of(
                new Checks.Check(
                    Rules.HOST_SPEED,
                    Verdict.FAIL,
                    Optional.of(80.0),
                    Optional.of(50.0),
                    "%",
                    "the host was slow"))));
    String printed = report();
    assertThat(csv("trials", "valid_trials", "throughput_rps")).isEqualTo(before);
    String line = "Measured again: " + measured.name() + "/concurrency=0800: the host was slow";
    assertThat(printed).contains(line);
    assertThat(run.summaryMarkdown()).content().contains(line);
    assertThat(run.report()).content().contains("measured again");
  }

  @Test
  void whatLimitedTheTrialsIsNamedOnceForEachCause() throws IOException {
    Parameters at = Parameters.concurrency(200);
    RunGenerator.limit(
        run.trial("01-" + RunGenerator.TOMCAT).step(at), "the server's cores", "97 % busy");
    RunGenerator.limit(
        run.trial("04-" + RunGenerator.TOMCAT).step(at), "the server's cores", "98 % busy");
    RunGenerator.limit(run.trial("05-" + RunGenerator.TOMCAT).step(at), "the echo delay", "51 ms");
    assertThat(report()).contains("limited by");
    assertThat(csv("limited_by").getFirst()).containsExactly("the server's cores / the echo delay");
    assertThat(csv("limited_by").get(1)).containsExactly("");
  }

  @Test
  void whatWasNotMeasuredIsEmptyOrADashAndNeverZero() throws IOException {
    String printed = report();
    assertThat(csv("latency_p99_ms", "futex_per_op").get(3)).containsOnly("");
    for (List<String> lines :
        List.of(printed.lines().toList(), Files.readAllLines(run.summaryMarkdown()))) {
      String failed =
          lines.stream()
              .filter(line -> line.contains(FAILED) && !line.startsWith("- "))
              .findFirst()
              .orElseThrow();
      assertThat(failed).contains(RunGenerator.TOMCAT, " 9.00 ", " – ", FAILED);
      assertThat(failed).doesNotContain(" 0 ");
    }
  }

  @Test
  void failuresAreExplainedAndWarningsCounted() {
    assertThat(report().lines())
        .contains("FAIL " + FAILED + "/concurrency=0800: littles_law: why")
        .filteredOn(line -> line.startsWith("WARN"))
        .singleElement()
        .satisfies(line -> assertThat(line).startsWith("WARN trend in 12 of 12 steps, most at "));
  }

  @ParameterizedTest
  @CsvSource({
    ", keep-alive",
    "1, a new connection for each request",
    "100, a new connection after 100 requests"
  })
  void theLoadIsStatedAsItWasSent(Integer requests, String stated) throws IOException {
    RunGenerator generator = new RunGenerator();
    generator.levels = List.of(200);
    generator.requestsPerConnection = Optional.ofNullable(requests);
    run = new RunFolder(generator.write(temp.resolve("connections")));
    report();
    assertThat(run.summaryMarkdown())
        .content()
        .contains("At a concurrency: closed model, " + stated + ", service times.");
  }

  @Test
  void aPageElsewhereLeavesTheFolderAsItWas() {
    Path page = temp.resolve("page.html");
    Programs.run("report", run.root().toString(), "--out", page.toString());
    assertThat(page).exists();
    assertThat(run.summaryCsv()).doesNotExist();
    assertThat(run.report()).doesNotExist();
  }

  private String report() {
    Programs.Ended ended = Programs.run("report", run.root().toString());
    assertThat(ended.exitCode()).isZero();
    return ended.out();
  }

  private List<List<String>> csv(String... columns) throws IOException {
    List<List<String>> rows = new ArrayList<>();
    Csv.read(
        run.summaryCsv(),
        List.of(columns),
        List.of(columns),
        row -> rows.add(IntStream.range(0, columns.length).mapToObj(row::text).toList()));
    return rows;
  }
}
