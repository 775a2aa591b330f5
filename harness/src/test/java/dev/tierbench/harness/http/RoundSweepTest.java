package dev.tierbench.harness.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.FakeHome;
import dev.tierbench.harness.Noise;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.Manifest;
import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.Tiers;
import dev.tierbench.run.record.Warmup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rounds as a real process over fake tiers that are real processes. */
@Tag("process")
@Tag("timed")
class RoundSweepTest {

  private static final Parameters TWO = Parameters.concurrency(2);
  private static final Parameters FOUR = Parameters.concurrency(4);
  private static final List<String> ROUNDS =
      List.of(
          "01/tomcat-platform", "01/webflux-reactor", "02/webflux-reactor", "02/tomcat-platform");

  @TempDir Path folder;
  private FakeHome home;

  @BeforeEach
  void home() throws IOException {
    home = FakeTiers.home(folder);
  }

  @AfterEach
  void endWhatAFailedTestLeft() {
    home.processes().forEach(ProcessHandle::destroyForcibly);
  }

  private Process sweep(String... more) throws IOException {
    List<String> options = new ArrayList<>(List.of(more));
    options.addAll(List.of("--tiers", "local", "--no-verify", "--servers", "tomcat,netty"));
    options.addAll(List.of("--measure", "800ms", "--windows", "2"));
    options.addAll(List.of("--pin", "off"));
    options.addAll(List.of("--no-probe", "--repeat-noisy", "0", "--settle", "0s"));
    options.addAll(List.of("--warmup-cap", "0s", "--warmup-top-cap", "0s", "--warmup-level", "4"));
    options.addAll(List.of("--heap", "64m", "--no-observe"));
    boolean asksUntil = options.contains("--until");
    options.addAll(List.of("--levels", asksUntil ? "4" : "2,4"));
    if (!asksUntil && !options.contains("--trials")) {
      options.addAll(List.of("--trials", "2"));
    }
    options.addAll(List.of("--ports", "echo=18681,tomcat=18680,netty=18680"));
    options.addAll(List.of("--out", home.results().toString(), "--name", "test"));
    return home.sweep(options.toArray(String[]::new));
  }

  private RunFolder run() throws IOException {
    return new RunFolder(home.run());
  }

  private Manifest manifest() throws IOException {
    return RunJson.read(run().manifest(), Manifest.class);
  }

  private Tiers tiers(String trial, Parameters cell) throws IOException {
    return RunJson.read(run().trial(trial).step(cell).tiers(), Tiers.class);
  }

  private LoadResult.Phase measured(String trial, Parameters cell) throws IOException {
    return RunJson.read(run().trial(trial).step(cell).load(), LoadResult.class)
        .phase(PhaseName.MEASURE.id())
        .orElseThrow();
  }

  /** Wall clock of the opening of each window, by server. */
  private List<String> order(String round, Parameters cell) throws IOException {
    List<String> windows = new ArrayList<>();
    for (String server : List.of("tomcat-platform", "webflux-reactor")) {
      measured(round + "/" + server, cell)
          .windows()
          .forEach(window -> windows.add(window.startedAt() + " " + server));
    }
    return windows.stream().sorted().map(line -> line.split(" ", 2)[1]).toList();
  }

  @Test
  void windowsOfBothServersAlternateInEachRound() throws Exception {
    Noise.assertMeasured(home.exitCode(sweep()), run(), home.log());
    assertThat(home.leftOver()).isEmpty();
    assertThat(manifest().trialOrder()).containsExactlyElementsOf(ROUNDS);
    assertThat(manifest().httpPlan().network().ports())
        .containsEntry("tomcat-platform", 18_680)
        .containsEntry("webflux-reactor", 18_690);
    for (String trial : ROUNDS) {
      for (Parameters cell : List.of(TWO, FOUR)) {
        assertThat(measured(trial, cell).windows()).hasSize(2);
        assertThat(tiers(trial, cell).windows(PhaseName.MEASURE.id()))
            .hasSize(2)
            .allSatisfy(window -> assertThat(window.idleServersNs()).isPresent());
        assertThat(run().trial(trial).step(cell).measurements()).exists();
      }
    }
    for (String trial : ROUNDS) {
      assertThat(RunJson.read(run().trial(trial).warmup(), Warmup.class).runs())
          .extracting(Warmup.Run::reason)
          .containsExactly("trial started");
    }
    for (String round : List.of("01", "02")) {
      List<String> order = order(round, FOUR);
      assertThat(order.subList(2, 4)).isEqualTo(order.subList(0, 2).reversed());
    }
    aCellThatOneServerLacksIsMeasuredAgainOfAllServersOfItsRound();
  }

  private void aCellThatOneServerLacksIsMeasuredAgainOfAllServersOfItsRound() throws Exception {
    String other = measured("01/tomcat-platform", TWO).startedAt();
    String before = measured("01/tomcat-platform", FOUR).startedAt();
    Files.delete(run().trial("01/webflux-reactor").step(FOUR).checks());
    int exit = home.exitCode(home.sweep("--resume", home.run().toString()));
    Noise.assertMeasured(exit, run(), home.log());
    assertThat(measured("01/tomcat-platform", FOUR).startedAt()).isGreaterThan(before);
    assertThat(measured("01/tomcat-platform", TWO).startedAt()).isEqualTo(other);
  }

  @Test
  void roundsAreAddedUntilTheReportFindsThemDecided() throws Exception {
    Process sweep = sweep("--until", "decided", "--budget", "9m", "--threshold", "4%");
    Noise.assertMeasured(home.exitCode(sweep), run(), home.log());
    assertThat(manifest().trialOrder()).hasSize(6).contains("03/tomcat-platform");
    assertThat(manifest().httpPlan().common().trials()).isEqualTo(3);
    assertThat(manifest().httpPlan().until().orElseThrow().threshold()).isEqualTo(0.04);
    assertThat(run().trial("03/webflux-reactor").step(FOUR).checks()).exists();
    assertThat(home.log())
        .contains("after 2 rounds 1 of 2 rows are decided, not CPU (tells 10 %)")
        .contains("after 3 rounds 2 of 2 rows are decided");
  }

  @Test
  void anInterruptedRoundLeavesNoProcessAndIsFinishedLater() throws Exception {
    Process sweep = sweep("--trials", "1");
    ProcessHandle unused = home.await(sweep, "loadgen.jar", "concurrency=0004");
    sweep.destroy();
    assertThat(home.exitCode(sweep)).isEqualTo(130);
    assertThat(home.leftOver()).isEmpty();
    assertThat(manifest().state()).isEqualTo(Manifest.State.PARTIAL);
    int exit = home.exitCode(home.sweep("--resume", home.run().toString()));
    Noise.assertMeasured(exit, run(), home.log());
    for (String trial : ROUNDS.subList(0, 2)) {
      assertThat(run().trial(trial).step(FOUR).checks()).exists();
    }
  }
}
