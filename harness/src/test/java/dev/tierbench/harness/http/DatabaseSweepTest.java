package dev.tierbench.harness.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.FakeHome;
import dev.tierbench.harness.Noise;
import dev.tierbench.metrics.Measurements;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.Manifest;
import dev.tierbench.run.record.Checks;
import dev.tierbench.run.record.Tiers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sweep with a real database behind a small server. */
@Tag("process")
@Tag("timed")
class DatabaseSweepTest {

  private static final Parameters FOUR = Parameters.concurrency(4);

  @TempDir Path folder;
  private FakeHome home;

  @BeforeEach
  void home() throws IOException {
    home = FakeTiers.home(folder);
  }

  @AfterEach
  void endWhatAFailedTestLeft() {
    home.processes().forEach(ProcessHandle::destroyForcibly);
    databases().forEach(ProcessHandle::destroyForcibly);
  }

  private Process sweep(String measure, String... more) throws IOException {
    List<String> options = new ArrayList<>(List.of(more));
    options.addAll(List.of("--tiers", "local", "--no-verify", "--consecutive"));
    options.addAll(List.of("--servers", "tomcat", "--levels", "4", "--measure", measure));
    options.addAll(List.of("--downstream", "postgres(rows=1000)"));
    options.addAll(List.of("--ports", "database=17542,tomcat=17540", "--pin", "off"));
    options.addAll(List.of("--no-probe", "--repeat-noisy", "0", "--settle", "0s"));
    options.addAll(List.of("--warmup-cap", "0s", "--warmup-top-cap", "0s", "--warmup-level", "4"));
    options.addAll(List.of("--trials", "1", "--heap", "64m", "--no-observe"));
    options.addAll(List.of("--out", home.results().toString(), "--name", "test"));
    return home.sweep(options.toArray(String[]::new));
  }

  private static List<ProcessHandle> databases() {
    return FakeHome.running("-p\00017542");
  }

  private static List<ProcessHandle> databasesAfterwards() throws InterruptedException {
    for (int i = 0; i < 100 && !databases().isEmpty(); i++) {
      Thread.sleep(50);
    }
    return databases();
  }

  private RunFolder.Step step() throws IOException {
    return new RunFolder(home.run()).trial("01-tomcat-platform").step(FOUR);
  }

  private Checks checks() throws IOException {
    return RunJson.read(step().checks(), Checks.class);
  }

  private Checks.Check check(String name) throws IOException {
    return checks().named(name).orElseThrow();
  }

  private static List<Path> scratchOf(long pid) throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/tmp"))) {
      return files
          .filter(
              file -> file.getFileName().toString().startsWith("tierbench-postgres-" + pid + "-"))
          .toList();
    }
  }

  @Test
  void everyStatementIsCountedAndNothingIsLeft() throws Exception {
    Process sweep = sweep("1500ms");
    home.exitCode(sweep);
    assertThat(home.leftOver()).isEmpty();
    assertThat(databasesAfterwards()).isEmpty();
    assertThat(scratchOf(sweep.pid())).isEmpty();
    Noise.assertHandled(checks());
    assertThat(check("database_pool").verdict()).isEqualTo(Verdict.PASS);
    Tiers.Phase phase =
        RunJson.read(step().tiers(), Tiers.class).phase(PhaseName.MEASURE.id()).orElseThrow();
    Tiers.Database database = phase.database().orElseThrow();
    assertThat(database.statements()).isPositive();
    assertThat(database.connections()).contains(2);
    // Two connections that sleep for 20 ms each time are busy nearly all the time.
    Measurements values = RunJson.read(step().measurements(), Measurements.class);
    assertThat(values.values().get("database_busy_connections")).isBetween(1.0, 2.05);
    assertThat(values.values().get("statement_mean_ms")).isBetween(20.0, 40.0);
    Manifest manifest = RunJson.read(new RunFolder(home.run()).manifest(), Manifest.class);
    assertThat(manifest.tools()).extracting(Manifest.Tool::name).contains("database");
    assertThat(Files.readString(home.run().resolve("trials/01-tomcat-platform/settings.json")))
        .contains("pg_stat_statements.track_utility");
    assertThat(home.log()).doesNotContain("DATABASE_PASSWORD");
  }

  /** Stops again and again, so that one of the stops lies inside the window. */
  @Test
  void aDatabaseThatStandsStillIsNamed() throws Exception {
    Process sweep = sweep("7s");
    home.awaitLine(sweep, "[");
    ProcessHandle server = awaitWork();
    while (sweep.isAlive() && server.isAlive()) {
      signalAll("STOP", server);
      Thread.sleep(1_500);
      signalAll("CONT", server);
      Thread.sleep(1_500);
    }
    home.exitCode(sweep);
    Checks.Check stall = check("stall");
    assertThat(stall.verdict()).as(stall.message()).isEqualTo(Verdict.FAIL);
    assertThat(stall.message()).contains("the database stood still");
    assertThat(databasesAfterwards()).isEmpty();
  }

  private static void signalAll(String signal, ProcessHandle server)
      throws IOException, InterruptedException {
    List<ProcessHandle> all = Stream.concat(Stream.of(server), server.descendants()).toList();
    for (ProcessHandle process : all) {
      FakeHome.signal(signal, process);
    }
  }

  @Test
  void aDatabaseThatIsKilledIsNamedAndTheRunGoesOnWhenResumed() throws Exception {
    Process sweep = sweep("4s");
    home.awaitLine(sweep, "[");
    awaitWork().destroyForcibly();
    assertThat(home.exitCode(sweep)).isNotZero();
    assertThat(home.log()).contains("database");
    assertThat(databasesAfterwards()).isEmpty();
    assertThat(check("fault").message()).contains("database");
    Process again =
        home.sweep("--resume", home.run().toString(), "--downstream", "postgres(rows=1000)");
    home.exitCode(again);
    Noise.assertHandled(checks());
    assertThat(databasesAfterwards()).isEmpty();
  }

  @Test
  void aRunWithADatabaseIsNotResumedWithoutOne() throws Exception {
    home.exitCode(sweep("800ms"));
    assertThat(home.exitCode(home.sweep("--resume", home.run().toString()))).isNotZero();
    assertThat(home.log()).contains("type --downstream again");
  }

  /** Waits until servers are measured, and returns the first process of the database. */
  private ProcessHandle awaitWork() throws InterruptedException {
    for (int i = 0; i < 600; i++) {
      Optional<ProcessHandle> loadgen =
          home.processes().stream()
              .filter(process -> FakeHome.commandLine(process).contains("measure="))
              .findFirst();
      List<ProcessHandle> found = databases();
      if (loadgen.isPresent() && !found.isEmpty()) {
        Thread.sleep(1_000);
        return found.getFirst();
      }
      Thread.sleep(50);
    }
    throw new AssertionError("no load was driven");
  }
}
