package dev.tierbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.report.Programs.Ended;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Forty made runs of one server, which costs 8 % more from the 21st on. */
class TrendCommandTest {

  private static final int RUNS = 40;
  private static final int STEP = 20;

  @TempDir static Path moved;
  @TempDir static Path still;
  @TempDir Path temp;

  @BeforeAll
  static void write() throws IOException {
    for (int i = 0; i < RUNS; i++) {
      write(moved, i, i < STEP ? 1 : 1.08);
      write(still, i, 1);
    }
  }

  private static Path write(Path folder, int number, double slowdown) throws IOException {
    RunGenerator generator = new RunGenerator();
    generator.servers = List.of(RunGenerator.TOMCAT);
    generator.levels = List.of(800);
    generator.trials = 2;
    generator.traced = false;
    generator.seed = number + 1L;
    generator.noise = 0.02;
    generator.slowdown = slowdown;
    generator.commit = "abc%03d".formatted(number) + "0".repeat(34);
    Path run = generator.write(folder.resolve("run-%02d".formatted(number)));
    manifest(
        run,
        before ->
            before.withStartedAt(
                "2026-01-%02dT%02d:00:00Z".formatted(1 + number / 24, number % 24)));
    return run;
  }

  private static void manifest(Path run, UnaryOperator<Manifest> change) throws IOException {
    Path file = new RunFolder(run).manifest();
    RunJson.write(file, change.apply(RunJson.read(file, Manifest.class)));
  }

  private Ended trend(Path runs, String... more) {
    List<String> words = new ArrayList<>(List.of("trend", runs.toString()));
    words.addAll(List.of("--html", temp.resolve("trend.html").toString()));
    words.addAll(List.of(more));
    return Programs.run(words);
  }

  private String page() throws IOException {
    return Files.readString(temp.resolve("trend.html"));
  }

  @Test
  void aStepIsFoundBetweenTheTwoRunsWhereItIs() throws IOException {
    Ended ended = trend(moved, "--metric", "cpu_us_per_op", "--fail-on", "worse");
    assertThat(ended.exitCode()).describedAs(ended.err()).isEqualTo(1);
    assertThat(ended.out())
        .contains("worse: CPU, µs/req of tomcat-platform at 800 went from")
        .containsPattern("between run-(19|18|20) .* and run-(20|19|21) ")
        .contains("1 change in 1 series of 40 runs");
    assertThat(page()).contains("class=\"change worse\"", "run-20", "commit abc020");
  }

  @Test
  void runsThatDidNotMoveHaveNoChange() throws IOException {
    Ended ended = trend(still, "--fail-on", "change");
    assertThat(ended.exitCode()).describedAs(ended.out() + ended.err()).isZero();
    assertThat(ended.out()).contains("0 changes in 4 series of 40 runs");
    assertThat(page()).contains("No value moved.");
  }

  @Test
  void aMetricWithoutABetterDirectionIsFollowedToo() {
    Ended ended = trend(still, "--metric", "host_memory_ms", "--fail-on", "worse");
    assertThat(ended.exitCode()).describedAs(ended.out() + ended.err()).isZero();
    assertThat(ended.out()).contains("0 changes in 1 series of 40 runs");
  }

  @Test
  void aChangeBeforeTheRecentRunsDoesNotFail() {
    assertThat(trend(moved, "--fail-on", "change", "--recent", "30").exitCode()).isEqualTo(1);
    assertThat(trend(moved, "--fail-on", "change", "--recent", "10").exitCode()).isZero();
    assertThat(trend(moved).exitCode()).isZero();
  }

  @Test
  void aChangeOfHostIsMarkedAndNotBlamedOnTheCode() throws IOException {
    assertIsMarked(
        UnaryOperator.identity(), before -> before.withHost(before.host().withCpuModel("another")));
  }

  @Test
  void aChangeOfAnotherHostIsMarkedAndNotBlamedOnTheCode() throws IOException {
    RunGenerator hosts = new RunGenerator();
    assertIsMarked(
        before -> before.withHosts(List.of(hosts.serverHost("old"))),
        before -> before.withHosts(List.of(hosts.serverHost("new"))));
  }

  @Test
  void aChangeOfWorkIsMarkedAndNotBlamedOnTheCode() throws IOException {
    assertIsMarked(
        UnaryOperator.identity(),
        before -> {
          HttpPlan plan = (HttpPlan) before.plan();
          return before.withPlan(plan.withWorkload(Optional.of("cpu=2ms")));
        });
  }

  private void assertIsMarked(UnaryOperator<Manifest> first, UnaryOperator<Manifest> second)
      throws IOException {
    for (int i = 0; i < RUNS; i++) {
      Path run = write(temp.resolve("runs"), i, i < STEP ? 1 : 1.5);
      manifest(run, i < STEP ? first : second);
    }
    Ended ended = trend(temp.resolve("runs"), "--fail-on", "change");
    assertThat(ended.exitCode()).describedAs(ended.out()).isZero();
    assertThat(ended.out()).contains("with 2 setups, each by itself");
    assertThat(page()).contains("class=\"setup-mark\"").doesNotContain("class=\"change");
  }

  @Test
  void runsOfAnEarlierHostDoNotTellWhetherTheLastOnesMoved() throws IOException {
    for (int i = 0; i < RUNS; i++) {
      Path run = write(temp.resolve("runs"), i, i < RUNS - 2 ? 1 : 1.5);
      if (i >= RUNS - 3) {
        manifest(run, before -> before.withHost(before.host().withCpuModel("another")));
      }
    }
    Ended ended = trend(temp.resolve("runs"), "--fail-on", "change");
    assertThat(ended.exitCode()).describedAs(ended.out()).isEqualTo(3);
    assertThat(ended.out()).contains("too few runs with the setup of the last: 3");
    // 2 / C(9, 4) is below 5 % divided among both setups, and 2 / C(8, 4) is not.
    assertThat(trend(temp.resolve("runs"), "--metric", "cpu_us_per_op").out())
        .contains("the last: 3, and a change of any of these series can be told from 9 on");
  }

  @Test
  void tooFewRunsToTellAreNoPass() throws IOException {
    for (int i = 0; i < 5; i++) {
      write(temp.resolve("runs"), i, 1);
    }
    Ended ended = trend(temp.resolve("runs"), "--fail-on", "change");
    assertThat(ended.exitCode()).isEqualTo(3);
    assertThat(ended.out()).contains("too few runs with the setup of the last: 5");
    assertThat(trend(temp.resolve("runs")).exitCode()).isZero();
  }

  @Test
  void wrongInputIsOneLine() {
    for (String[] wrong :
        new String[][] {
          {"trend", temp.toString()},
          {"trend", temp.resolve("none").toString()},
          {"trend", moved.toString(), "--metric", "speed"},
          {"trend", moved.toString(), "--subject", "nobody"},
        }) {
      Ended ended = Programs.run(wrong);
      assertThat(ended.exitCode()).isEqualTo(2);
      assertThat(ended.err().strip().lines()).singleElement().asString().startsWith("trend: ");
    }
  }
}
