package dev.tierbench.harness.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tierbench.harness.FakeHome;
import dev.tierbench.harness.Noise;
import dev.tierbench.harness.tier.database.PostgresPrograms;
import dev.tierbench.metrics.Measurements;
import dev.tierbench.rules.Rules;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.descriptor.SuiteDescriptor;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.Manifest;
import dev.tierbench.run.plan.Manifest.State;
import dev.tierbench.run.record.Checks;
import dev.tierbench.run.record.Checks.Check;
import dev.tierbench.run.record.Work;
import dev.tierbench.run.record.Work.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The suite as a real process with real workers. */
@Tag("process")
@Tag("timed")
class SuiteProcessTest {

  private static final Parameters TEN = sleeps(10);

  @TempDir Path folder;
  private FakeHome home;

  @BeforeEach
  void home() throws IOException {
    home = SuiteHome.in(folder);
  }

  @AfterEach
  void endWhatAFailedTestLeft() {
    // Null where the jars of the suites are missing and the test is skipped.
    if (home != null) {
      home.processes().forEach(ProcessHandle::destroyForcibly);
      echoServers().forEach(ProcessHandle::destroyForcibly);
      databases().forEach(ProcessHandle::destroyForcibly);
    }
  }

  private List<ProcessHandle> echoServers() {
    return FakeHome.running(home.root().resolve("echo-server").toString());
  }

  private static Parameters sleeps(int size) {
    return SuiteDescriptor.cell("sleep-1s", size);
  }

  private Process suite(String... options) throws IOException {
    List<String> all = new ArrayList<>(List.of(options));
    all.addAll(List.of("--out", home.results().toString(), "--name", "test"));
    return home.start("suite", all.toArray(String[]::new));
  }

  private RunFolder run() throws IOException {
    return new RunFolder(home.run());
  }

  private Manifest manifest() throws IOException {
    return RunJson.read(run().manifest(), Manifest.class);
  }

  private RunFolder.Step step(String trial, Parameters cell) throws IOException {
    return run().trial(trial).step(cell);
  }

  private Work work(String trial, Parameters cell) throws IOException {
    return RunJson.read(step(trial, cell).work(), Work.class);
  }

  private Checks checks(String trial, Parameters cell) throws IOException {
    return RunJson.read(step(trial, cell).checks(), Checks.class);
  }

  private List<String> failed(String trial, Parameters cell) throws IOException {
    return Noise.failedOtherwise(checks(trial, cell));
  }

  @Test
  void aRunLeavesACompleteFolderAndResumingDoesOnlyWhatIsMissing() throws Exception {
    String[] options = {"--impl", "jdk-virtual,bounded-elastic", "--size", "10,10000"};
    Process suite = suite(with(options, "sleeps", "--budget", "4s"));
    Noise.assertMeasured(home.exitCode(suite), run(), home.log());
    assertThat(home.leftOver()).isEmpty();
    assertThat(manifest().trialOrder())
        .containsExactly("01-jdk-virtual", "02-reactor-bounded-elastic");
    assertThat(run().trial("01-jdk-virtual").settings())
        .content()
        .contains("case=sleep-1s,size=10\"", "size=10000", "\"libraries\"");

    RunFolder.Step step = step("01-jdk-virtual", TEN);
    assertThat(List.of(step.work(), step.measurements(), step.checks(), step.workerLog()))
        .allSatisfy(file -> assertThat(file).exists());
    assertThat(step.threads()).content().contains("tid,name,role");
    Work work = work("01-jdk-virtual", TEN);
    assertThat(work.outcome()).isEqualTo(Outcome.COMPLETED);
    assertThat(work.operations())
        .hasValueSatisfying(done -> {
          assertThat(done.submitted()).isEqualTo(10);
          assertThat(done.completed()).isEqualTo(10);
          assertThat(done.checksum()).isEqualTo(45).isEqualTo(done.checksumExpected());
        });
    assertThat(work.window().orElseThrow().cpuNs()).isPresent();
    assertThat(RunJson.read(step.measurements(), Measurements.class).values())
        .containsKeys("run_ms", "throughput_ops", "bound_ms", "rss_peak_mib", "threads_peak")
        .containsEntry("bound_ms", 1_000.0);
    assertThat(checks("01-jdk-virtual", TEN).checks())
        .extracting(Check::name)
        .contains("outcome", "work", "printed", "bound", "warm_runs");

    Work predicted = work("02-reactor-bounded-elastic", sleeps(10_000));
    assertThat(predicted.outcome()).isEqualTo(Outcome.PREDICTED);
    assertThat(predicted.runs()).isEmpty();
    assertThat(predicted.reason().orElseThrow()).contains("x 1 s", "the budget of 4.0 s");

    String kept = Files.readString(step.work());
    delete(step("02-reactor-bounded-elastic", TEN).path());
    Process again = home.start("suite", "--resume", home.run().toString());
    Noise.assertMeasured(home.exitCode(again), run(), home.log());
    assertThat(manifest().resumedAt()).hasSize(1);
    assertThat(Files.readString(step.work())).isEqualTo(kept);
    assertThat(work("02-reactor-bounded-elastic", TEN).outcome()).isEqualTo(Outcome.COMPLETED);
  }

  private static String[] with(String[] options, String... more) {
    return Stream.concat(Stream.of(more), Stream.of(options)).toArray(String[]::new);
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  @Test
  void ctrlCEndsTheWorkerAndMarksTheFolderPartial() throws Exception {
    Process suite = suite("sleeps", "--impl=parallel", "--size=10,100000", "--budget=9000m");
    home.await(suite, "java", "--size\0" + "10\0");
    FakeHome.signal("INT", suite.toHandle());
    assertThat(home.exitCode(suite)).describedAs(home.log()).isEqualTo(130);
    assertThat(home.leftOver()).isEmpty();
    assertThat(manifest().state()).isEqualTo(State.PARTIAL);
    assertThat(step("01-reactor-parallel", TEN).checks()).doesNotExist();
    assertThat(home.log()).contains("--resume");
  }

  @Test
  void killingTheHarnessLeavesNoForkOfJmh() throws Exception {
    Process suite = suite("streams", "--impl=loop", "--case=range", "--size=1000", "--preset=full");
    home.await(suite, "java", "org.openjdk.jmh.runner.ForkedMain");
    assertThat(home.processes()).as("the host of JMH and its fork").hasSize(2);
    FakeHome.signal("KILL", suite.toHandle());
    assertThat(home.leftOver()).isEmpty();
  }

  @Test
  void aFullHeapIsAnOutcomeAndTheOtherCellsAreMeasured() throws Exception {
    Parameters million = sleeps(1_000_000);
    Process suite =
        suite("sleeps", "--impl=jdk-virtual+-Xmx64m", "--size=10,1000000", "--budget=60s");
    assertThat(home.exitCode(suite)).describedAs(home.log()).isEqualTo(1);
    assertThat(home.leftOver()).isEmpty();
    assertThat(manifest().state()).isEqualTo(State.FAILED);
    String trial = "01-jdk-virtual+Xmx64m";
    assertThat(work(trial, million).outcome()).isEqualTo(Outcome.OUT_OF_MEMORY);
    assertThat(work(trial, million).reason().orElseThrow()).startsWith("heap: ");
    assertThat(failed(trial, million)).containsExactly("outcome");
    assertThat(RunJson.read(step(trial, million).measurements(), Measurements.class))
        .isEqualTo(Measurements.none());
    assertThat(work(trial, TEN).outcome()).isEqualTo(Outcome.COMPLETED);
    assertThat(failed(trial, TEN)).isEmpty();
  }

  @Test
  void aLackOfThreadsThatTheLimitOfTheRunPredictsIsAnOutcomeAndNoFailure() throws Exception {
    Process suite =
        suite(
            "tasks",
            "--impl=rx-io",
            "--case=thread-limit",
            "--size=10000",
            "--preset=published",
            "--echo-port=17682");
    assertThat(home.exitCode(suite)).describedAs(home.log()).isZero();
    assertThat(home.leftOver()).isEmpty();
    Parameters cell = SuiteDescriptor.cell("thread-limit", 10_000);
    Work work = work("01-rx-io", cell);
    assertThat(work.outcome()).isEqualTo(Outcome.OUT_OF_MEMORY);
    assertThat(work.prediction().outcome()).contains(Outcome.OUT_OF_MEMORY);
    assertThat(work.reason().orElseThrow()).startsWith("threads: ");
    assertThat(failed("01-rx-io", cell)).isEmpty();
  }

  @Test
  void everySeededFaultOfSleepsTurnsItsCheckRed() throws Exception {
    Process suite =
        suite(
            "sleeps",
            "--impl=faulty-drops-one,faulty-swallows,faulty-pool,faulty-prints,faulty-throws,parallel",
            "--size=4");
    assertThat(home.exitCode(suite)).describedAs(home.log()).isEqualTo(1);
    Parameters four = sleeps(4);
    assertThat(failed("01-faulty-drops-one", four)).contains("work");
    assertThat(failed("02-faulty-swallows", four)).contains("work");
    assertThat(failed("03-faulty-pool", four)).containsExactly("bound");
    assertThat(failed("04-faulty-prints", four)).containsExactly("printed");
    assertThat(failed("05-faulty-throws", four)).containsExactly("outcome");
    assertThat(work("05-faulty-throws", four).outcome()).isEqualTo(Outcome.OUT_OF_MEMORY);
    assertThat(failed("06-reactor-parallel", four)).isEmpty();
  }

  @Test
  void everySeededFaultOfStreamsTurnsItsCheckRed() throws Exception {
    Process suite =
        suite(
            "streams",
            "--impl=faulty-drops-one,faulty-swallows,faulty-prints,loop",
            "--case=range",
            "--size=1000");
    assertThat(home.exitCode(suite)).describedAs(home.log()).isEqualTo(1);
    Parameters cell = SuiteDescriptor.cell("range", 1_000);
    assertThat(failed("01-faulty-drops-one", cell)).contains("work");
    assertThat(failed("02-faulty-swallows", cell)).contains("work");
    assertThat(failed("03-faulty-prints", cell)).containsExactly("printed");
    assertThat(failed("04-loop", cell)).isEmpty();
    assertThat(RunJson.read(step("04-loop", cell).measurements(), Measurements.class).values())
        .containsKeys("run_ms", "throughput_ops", "allocated_bytes_per_op", "cpu_us_per_op");
    assertThat(step("04-loop", cell).raw().resolve("jmh.json")).exists();
  }

  private Process tasks(String sizes) throws IOException {
    return suite("tasks", "--impl=virtual", "--size=" + sizes, "--echo-port=17681");
  }

  @Test
  void tasksCallTheEchoServerWhichEndsWithTheRun() throws Exception {
    Process suite = tasks("10");
    Noise.assertMeasured(home.exitCode(suite), run(), home.log());
    Parameters cell = SuiteDescriptor.cell("concurrent", 10);
    assertThat(work("01-virtual", cell).outcome()).isEqualTo(Outcome.COMPLETED);
    assertThat(echoServers()).isEmpty();
  }

  @Test
  void anEchoServerThatEndsIsAFaultOfTheCellAndTheNextHasAnother() throws Exception {
    Process suite = tasks("10,20");
    while (suite.isAlive() && home.processes().isEmpty()) {
      Thread.sleep(20);
    }
    echoServers().forEach(ProcessHandle::destroyForcibly);
    assertThat(home.exitCode(suite)).describedAs(home.log()).isEqualTo(1);
    Checks first = checks("01-virtual", SuiteDescriptor.cell("concurrent", 10));
    assertThat(Rules.isFault(first)).describedAs(home.log()).isTrue();
    assertThat(first.checks().getFirst().message()).contains("ended by signal 9 during the cell");
    assertThat(work("01-virtual", SuiteDescriptor.cell("concurrent", 20)).outcome())
        .describedAs(home.log())
        .isEqualTo(Outcome.COMPLETED);
  }

  private Process tasksInPostgres(String sizes) throws IOException {
    assumeTrue(PostgresPrograms.find().isPresent(), "PostgreSQL is missing");
    return suite(
        "tasks",
        "--impl=virtual",
        "--size=" + sizes,
        "--echo-port=17683",
        "--database=postgres",
        "--database-port=17684");
  }

  private static List<ProcessHandle> databases() {
    return FakeHome.running("-p\0" + "17684");
  }

  @Test
  void tasksWriteIntoADatabaseWhichEndsWithTheRun() throws Exception {
    Process suite = tasksInPostgres("10");
    Noise.assertMeasured(home.exitCode(suite), run(), home.log());
    Parameters cell = SuiteDescriptor.cell("concurrent", 10);
    Work work = work("01-virtual", cell);
    assertThat(work.outcome()).isEqualTo(Outcome.COMPLETED);
    assertThat(work.writers()).contains(20);
    assertThat(work.most(Work.Run::writerNsPerOp).orElseThrow()).isPositive();
    assertThat(run().trial("01-virtual").settings())
        .content()
        .contains("\"database connections\" : 20", "\"postgresql\"", "\"fsync\" : \"off\"")
        .doesNotContain("sqlite");
    assertThat(databases()).isEmpty();
  }

  @Test
  void aDatabaseThatEndsIsAFaultOfTheCellAndTheNextHasAnother() throws Exception {
    Process suite = tasksInPostgres("10,20");
    while (suite.isAlive() && home.processes().isEmpty()) {
      Thread.sleep(20);
    }
    databases().forEach(ProcessHandle::destroyForcibly);
    assertThat(home.exitCode(suite)).describedAs(home.log()).isEqualTo(1);
    Checks first = checks("01-virtual", SuiteDescriptor.cell("concurrent", 10));
    assertThat(Rules.isFault(first)).describedAs(home.log()).isTrue();
    assertThat(first.checks().getFirst().message())
        .contains("database", "ended by signal 9 during the cell");
    assertThat(work("01-virtual", SuiteDescriptor.cell("concurrent", 20)).outcome())
        .describedAs(home.log())
        .isEqualTo(Outcome.COMPLETED);
  }
}
