package dev.tierbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.RunReader;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.folder.StepState;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.run.Cell;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.file.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a damaged, partial, old or edited folder still says, and what is said about it. */
class DamagedFolderTest {

  private static final Cell CELL = new Cell(RunGenerator.TOMCAT, Parameters.concurrency(800));

  @TempDir Path temp;
  private Path root;
  private RunFolder.Step step;

  @BeforeEach
  void write() {
    root = new RunGenerator().write(temp.resolve("run"));
    step = RunGenerator.step(root, 800);
  }

  @Test
  void aWholeFolderHasNoReadProblems() throws IOException {
    assertThat(read().readProblems()).isEmpty();
    assertThat(read().steps()).hasSize(24).allMatch(Step::isValid);
  }

  @Test
  void withoutItsValuesAStepCountsNowhere() throws IOException {
    edit(step.measurements(), text -> text.substring(0, text.length() / 2));
    assertOneProblem("0800/measurements.json: is truncated");
    assertThat(stateOf(800)).isEqualTo(StepState.UNREADABLE);
    assertThat(sample(Metrics.THROUGHPUT)).hasSize(2);
  }

  @Test
  void aSecondFolderOfTheSameStepIsNamedAndLeftOut() throws IOException {
    Files.createDirectory(step.path().resolveSibling("concurrency=800"));
    assertOneProblem("concurrency=800: is not a step");
    assertThat(read().steps(CELL)).hasSize(3);
  }

  @Test
  void aTruncatedLoadCostsItsStepAndNothingElse() throws IOException {
    edit(step.load(), text -> text.substring(0, text.length() / 2));
    assertOneProblem("0800/load.json: is truncated or not JSON");
    assertThat(stateOf(800)).isEqualTo(StepState.UNREADABLE);
    assertThat(stateOf(200)).isEqualTo(StepState.VALID);
    assertThat(sample(Metrics.THROUGHPUT)).hasSize(2);
  }

  @Test
  void anEmptyFileIsNamed() throws IOException {
    edit(step.tiers(), text -> "");
    assertOneProblem("0800/tiers.json: is empty");
  }

  @Test
  void countsThatContradictEachOtherAreRefused() throws IOException {
    edit(step.load(), text -> text.replaceFirst("\"started\" : \\d+", "\"started\" : 1"));
    assertOneProblem("0800/load.json: phases: phase measure: started 1 is not ok");
    assertThat(stateOf(800)).isEqualTo(StepState.UNREADABLE);
  }

  @Test
  void aMissingNumberIsNotTakenForZero() throws IOException {
    edit(step.load(), text -> text.replaceAll("\"throughput_rps\" : [\\d.E]+,", ""));
    assertOneProblem("has no phases.throughput_rps");
    assertThat(sample(Metrics.THROUGHPUT)).hasSize(2);
  }

  @Test
  void aNewerSchemaIsReadAsFarAsUnderstood() throws IOException {
    edit(
        step.load(),
        text -> text.replace("tierbench/load/1\"", "tierbench/load/9\", \"news\": {\"a\": [1]}"));
    assertOneProblem("tierbench/load/9 is newer than tierbench/load/1");
    assertThat(stateOf(800)).isEqualTo(StepState.VALID);
  }

  @Test
  void aCutThreadTableIsNamedAndTheValuesStand() throws IOException {
    edit(step.threads(), text -> text.substring(0, text.length() - 20));
    assertOneProblem("0800/threads.csv: 1 rows cannot be read, the first in line 41: cut off");
    assertThat(sample(Metrics.SWITCHES)).hasSize(3);
    assertThat(sample(Metrics.THROUGHPUT)).hasSize(3);
  }

  @Test
  void aDamagedHistogramIsNamedAndNotMerged() throws IOException {
    long before = read().latencies().get(CELL).getTotalCount();
    edit(step.latency(), text -> text.replaceAll("(Tag=measure,3.*,HIST).{40}", "$1"));
    Run run = read();
    assertThat(run.readProblems()).hasSize(1);
    assertThat(run.readProblems().getFirst()).contains("latency.hlog: holds a damaged histogram");
    long after = run.latencies().get(CELL).getTotalCount();
    assertThat(after).isLessThan(before).isPositive();
  }

  @Test
  void aLatencyLogThatIsCutInsideALineIsNamedAndNotMerged() throws IOException {
    edit(
        step.latency(),
        text -> text.substring(0, text.indexOf("Tag=measure,3") + "Tag=measure,3".length()));
    assertOneProblem(
        "latency.hlog: holds a damaged histogram after 3 intervals of measure; left out");
  }

  @Test
  void aCutObservationIsNamedAndTheLoadOfItsStepStillCounts() throws IOException {
    edit(step.observation(), text -> text.substring(0, text.length() / 2));
    assertOneProblem("0800/observation.json: is truncated");
    assertThat(sample(Metrics.THROUGHPUT)).hasSize(3);
  }

  @Test
  void withoutAManifestTheTrialsAreStillReported() throws IOException {
    RunGenerator.delete(new RunFolder(root).manifest());
    assertOneProblem("manifest.json: is missing");
    assertThat(read().steps()).hasSize(24).allMatch(Step::isValid);
    assertThat(Programs.run("report", root.toString()).exitCode()).isZero();
  }

  @Test
  void stepsThatWereNotRunAreShownAsGaps() throws IOException {
    List<String> records =
        List.of("load.json", "tiers.json", "measurements.json", "checks.json", "observation.json");
    List<String> tables = List.of("latency.hlog", "threads.csv", "syscalls.csv");
    for (List<String> files : List.of(records, tables)) {
      files.forEach(file -> RunGenerator.delete(step.path().resolve(file)));
    }
    assertThat(stateOf(800)).isEqualTo(StepState.MISSING);
    assertThat(read().readProblems()).isEmpty();
  }

  @Test
  void aFailedStepEntersNoMedianAndNoHistogram() throws IOException {
    long before = read().latencies().get(CELL).getTotalCount();
    RunGenerator.judge(step, Verdict.FAIL);
    assertThat(stateOf(800)).isEqualTo(StepState.FAILED);
    assertThat(sample(Metrics.THROUGHPUT)).hasSize(2);
    assertThat(read().latencies().get(CELL).getTotalCount()).isLessThan(before);
  }

  @Test
  void histogramsOfAllTrialsAddUpToEveryRequest() throws IOException {
    long one = 0;
    for (Step of : read().steps(CELL)) {
      one += of.evidence().seconds().stream().mapToLong(second -> second.count()).sum();
    }
    assertThat(read().latencies().get(CELL).getTotalCount()).isEqualTo(one);
  }

  @Test
  void everyDamageAtOnceGivesALineEachAndNoTrace() throws IOException {
    edit(step.load(), text -> "{");
    edit(step.tiers(), text -> "[]");
    edit(step.checks(), text -> "");
    edit(step.measurements(), text -> "{");
    edit(step.latency(), text -> "");
    edit(new RunFolder(root).manifest(), text -> text.substring(0, 500));
    edit(step.path().resolve("../../settings.json"), text -> "\u0000");
    Programs.Ended report = Programs.run("report", root.toString());
    assertThat(report.exitCode()).isZero();
    assertThat(report.err().lines()).hasSize(7).allMatch(line -> line.startsWith("report: "));
    assertThat(report.err()).doesNotContain("\tat ");
    assertThat(root.resolve("report.html")).exists();
  }

  @Test
  void aFolderThatIsNoRunIsMisuse() {
    Programs.Ended report = Programs.run("report", temp.toString());
    assertThat(report.exitCode()).isEqualTo(2);
    assertThat(report.err().lines()).hasSize(1);
  }

  private Run read() throws IOException {
    return RunReader.read(root, RunReader.Depth.THREADS);
  }

  private void assertOneProblem(String words) throws IOException {
    assertThat(read().readProblems()).hasSize(1);
    assertThat(read().readProblems().getFirst()).contains(words).doesNotContain("\n");
  }

  private StepState stateOf(int level) throws IOException {
    return read()
        .steps(new Cell(RunGenerator.TOMCAT, Parameters.concurrency(level)))
        .getFirst()
        .state();
  }

  private List<Double> sample(Metric metric) throws IOException {
    return Samples.of(read(), CELL, metric).values();
  }

  private static void edit(Path file, UnaryOperator<String> change) throws IOException {
    Files.writeString(file, change.apply(Files.readString(file)));
  }
}
