package dev.tierbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.LatencyGoal;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.plan.OverloadPlan;
import dev.tierbench.run.plan.RatePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A sweep by rate: 8,000 and 14,000 requests/s are the most that its two servers answer. */
class RateReportTest {

  @TempDir private Path temp;

  private final RunGenerator generator = new RunGenerator();

  private static Optional<RatePlan> rates(Optional<LatencyGoal> goal, Integer... rates) {
    return Optional.of(
        new RatePlan(
            List.of(rates),
            List.of(),
            goal,
            "constant",
            2_600,
            Optional.empty(),
            Map.of("a", 1.0)));
  }

  private Path report(Optional<RatePlan> rates, Integer... levels) {
    generator.rates = rates;
    generator.levels = List.of(levels);
    Path run = generator.write(temp.resolve("run"));
    assertThat(Programs.run("report", run.toString()).exitCode()).isZero();
    return run;
  }

  private static JsonNode page(Path run) throws IOException {
    return ReportPageTest.report(run);
  }

  @Test
  void anOverloadHasCellsOfItsOwnAndATable() throws IOException {
    Path run = Path.of(overloaded("run", new OverloadPlan(List.of(120, 200), 5, 30, 1), 16_000));
    for (RunFolder.Trial trial : trials(run)) {
      RunGenerator.edit(
          trial.step(Parameters.overload(200)),
          values -> values.put("overload_goodput_rps", 5_000.0));
    }
    assertThat(Programs.run("report", run.toString()).exitCode()).isZero();
    assertThat(Files.readString(run.resolve("summary.md")))
        .contains("## Overload", "| 120 % | " + RunGenerator.TOMCAT + " |", "recovery s")
        .contains("at half of the lowest saturation throughput")
        .contains("Before the overload: At the rate before an overload of 200 %")
        .containsPattern("In the overload: In an overload of 200 %: .* 5,000 req/s");
    Programs.Ended compared =
        Programs.run("compare", run.toString(), run.toString(), "--overload", "200");
    assertThat(compared.exitCode()).isZero();
    assertThat(compared.out()).contains("tomcat-platform @ 200 %").doesNotContain("120 %");
  }

  @Test
  void aMedianOfTheTrialsThatRecoveredSaysSo() throws IOException {
    Path run = Path.of(overloaded("run", new OverloadPlan(List.of(200), 5, 30, 1), 16_000));
    List<RunFolder.Trial> ofTomcat =
        trials(run).stream()
            .filter(trial -> trial.path().toString().endsWith(RunGenerator.TOMCAT))
            .toList();
    for (RunFolder.Trial trial : ofTomcat) {
      RunGenerator.edit(
          trial.step(Parameters.overload(200)),
          values -> {
            values.remove("recovery_s");
            if (trial.equals(ofTomcat.getFirst())) {
              values.put("recovery_s", 3.0);
            }
          });
    }
    assertThat(Programs.run("report", run.toString()).exitCode()).isZero();
    assertThat(Files.readString(run.resolve("summary.md"))).contains("3.00 in 1 of 3 trials");
  }

  private String overloaded(String name, OverloadPlan overload, double saturation) {
    RunGenerator overloads = RunGenerator.inOverload(overload, saturation);
    overloads.levels = List.of();
    return overloads.write(temp.resolve(name)).toString();
  }

  @Test
  void overloadsOfOtherLengthsAreNotTheSame() {
    String a = overloaded("a", new OverloadPlan(List.of(200), 5, 30, 1), 8_000);
    String b = overloaded("b", new OverloadPlan(List.of(200), 10, 20, 0.5), 8_000);
    assertThat(Programs.run("compare", a, b).out())
        .contains("plan.rates.overload.seconds: 5.0 | 10.0")
        .contains("plan.rates.overload.recovery_seconds: 30.0 | 20.0")
        .contains("plan.rates.overload.deadline_seconds: 1.0 | 0.5")
        .doesNotContain("rate offered");
    assertThat(Programs.run("compare", a, b, "--strict").exitCode()).isNotZero();
  }

  @Test
  void overloadsOfOtherSaturationThroughputsAreOtherRates() {
    OverloadPlan overload = new OverloadPlan(List.of(200), 5, 30, 1);
    String a = overloaded("a", overload, 8_000);
    assertThat(Programs.run("compare", a, overloaded("b", overload, 10_000)).out())
        .contains(
            "rate offered before and after an overload: 4,000 requests/s (100 % is 8,000)"
                + " | 5,000 requests/s (100 % is 10,000)");
    assertThat(Programs.run("compare", a, overloaded("c", overload, 8_300)).out())
        .doesNotContain("rate offered");
  }

  @Test
  void atEqualWorkTheSentenceIsOnCpuPerRequestWithItsVerdict() throws IOException {
    JsonNode page = page(report(rates(Optional.empty(), 1_000, 4_000)));
    assertThat(topics(page)).startsWith("In short", "At equal work").doesNotContain("Who wins");
    JsonNode work = ReportPageTest.finding(page, "At equal work");
    assertThat(work.path("at").asString()).isEqualTo("At 4,000/s offered");
    assertThat(ReportPageTest.subjects(work))
        .containsExactly(RunGenerator.NETTY, RunGenerator.TOMCAT);
    assertThat(ReportPageTest.values(work, RunGenerator.NETTY)).startsWith("CPU 8");
    JsonNode verdict = work.path("entries").path(1).path("verdict");
    assertThat(verdict.path("ratio").doubleValue()).isGreaterThan(1);
    assertThat(verdict.path("finding").asString()).isEqualTo("worse");
    assertThat(work.path("sentence").asString())
        .endsWith(", worse beyond the scatter of the trials).");
  }

  @Test
  void levelsAndRatesOfOneRunHaveAnAxisEach() throws IOException {
    Path run = report(rates(Optional.empty(), 800), 200, 800);
    JsonNode page = page(run);
    assertThat(page.path("axis_data").valueStream().map(axis -> axis.path("id").asString()))
        .containsExactly("concurrency", "rate");
    assertThat(page.path("cell_data").valueStream().map(cell -> cell.path("address").asString()))
        .containsExactly("level=200", "level=800", "rate=800");
    assertThat(topics(page))
        .containsExactly(
            "In short",
            "Who wins",
            "Where each breaks",
            "At equal work",
            "How sure",
            "What was counted");
    assertThat(Files.readString(run.resolve("summary.md")))
        .contains("| load ", "| 800/s ", "open model", "closed model");
    assertThat(run.resolve("plots/latency_p99_ms.svg")).exists();
    assertThat(run.resolve("plots/latency_p99_ms-by-rate.svg")).exists();
  }

  @Test
  void theHighestRateIsThatBelowTheFirstThatMissedTheLatency() throws IOException {
    Optional<LatencyGoal> goal = Optional.of(new LatencyGoal("p99", 100));
    Path run = report(rates(goal, 4_000, 6_000, 7_000, 9_000, 13_000));
    assertThat(Files.readString(run.resolve("summary.md")))
        .contains("## Highest rate with p99 <= 100 ms")
        .containsPattern("tomcat-platform +\\| +6,000 \\| 6,000 \\| 6,000 ")
        .containsPattern("webflux-reactor +\\| +9,000 \\| 9,000 \\| 9,000 ");
    JsonNode highest = highest(run);
    assertThat(highest.path("at").asString()).isEqualTo("With p99 <= 100 ms");
    assertThat(values(highest))
        .containsExactly(
            "up to 9,000 requests/s, by trial 9,000–9,000",
            "up to 6,000 requests/s, by trial 6,000–6,000");
    assertThat(verdict(highest)).isEqualTo("worse");
  }

  /** A search looks at rounded rates some 5 % apart, so equal servers can end one of them apart. */
  @Test
  void neighboursOfTheSearchAreNotTakenForADifference() throws IOException {
    JsonNode neighbours = highestRates(6_200, 6_550);
    assertThat(neighbours.toString()).contains("6,200", "6,550");
    assertThat(verdict(neighbours)).isNotEqualTo("worse");
    JsonNode apart = highestRates(6_200, 6_900);
    assertThat(apart.toString()).contains("6,200", "6,900");
    assertThat(verdict(apart)).isEqualTo("worse");
  }

  /** The finding on two servers of which one keeps the lower of two rates only. */
  private JsonNode highestRates(int lower, int higher) throws IOException {
    Optional<LatencyGoal> goal = Optional.of(new LatencyGoal("p99", 100));
    generator.rates = rates(goal, lower, higher, 13_000);
    generator.levels = List.of();
    generator.noise = 0;
    Path run = generator.write(temp.resolve("run-" + higher));
    assertThat(Programs.run("report", run.toString()).exitCode()).isZero();
    return highest(run);
  }

  private static JsonNode highest(Path run) throws IOException {
    return ReportPageTest.finding(page(run), "Highest rate");
  }

  private static List<String> topics(JsonNode page) {
    return page.path("key_findings")
        .path("findings")
        .valueStream()
        .map(finding -> finding.path("topic").asString())
        .toList();
  }

  private static List<String> values(JsonNode finding) {
    return finding
        .path("entries")
        .valueStream()
        .map(entry -> entry.path("values").asString())
        .toList();
  }

  /** The verdict on the second of a finding; empty without one. */
  private static String verdict(JsonNode finding) {
    return finding.path("entries").path(1).path("verdict").path("finding").asString("");
  }

  @Test
  void aServerThatMissedItNowhereHasALowerBound() throws IOException {
    Optional<LatencyGoal> goal = Optional.of(new LatencyGoal("p99", 100));
    JsonNode highest = highest(report(rates(goal, 1_000, 2_000)));
    assertThat(values(highest)).allMatch(text -> text.startsWith("at least 2,000 requests/s"));
    assertThat(verdict(highest)).isEmpty();
    assertThat(highest.path("sentence").asString()).endsWith("(rate ×1.00, no verdict).");
  }

  @Test
  void oneThatMissedItIsNotTestedAgainstALowerBound() throws IOException {
    Optional<LatencyGoal> goal = Optional.of(new LatencyGoal("p99", 100));
    JsonNode highest = highest(report(rates(goal, 6_000, 7_000)));
    assertThat(values(highest).getFirst()).startsWith("at least 7,000 requests/s");
    assertThat(values(highest).getLast()).startsWith("up to 6,000 requests/s");
    assertThat(verdict(highest)).isEmpty();
  }

  @Test
  void aServerThatKeptItNowhereIsNamedAndNotTested() throws IOException {
    Optional<LatencyGoal> goal = Optional.of(new LatencyGoal("p99", 100));
    JsonNode highest = highest(report(rates(goal, 9_000)));
    assertThat(ReportPageTest.subjects(highest))
        .containsExactly(RunGenerator.NETTY, RunGenerator.TOMCAT);
    assertThat(values(highest).getFirst()).startsWith("at least 9,000 requests/s");
    assertThat(values(highest).getLast()).isEqualTo("at no rate that was tried");
    assertThat(highest.path("entries").path(1).path("verdict").isNull()).isTrue();
  }

  @Test
  void ratesOfWhichNoStepIsValidTellNothing() throws IOException {
    generator.rates = rates(Optional.of(new LatencyGoal("p99", 100)), 4_000);
    generator.levels = List.of();
    Path run = generator.write(temp.resolve("run"));
    for (RunFolder.Trial trial : trials(run)) {
      RunGenerator.judge(trial.step(Parameters.rate(4_000)), Verdict.FAIL);
    }
    Programs.run("report", run.toString());
    assertThat(values(highest(run))).containsOnly("without a valid step");
  }

  private static List<RunFolder.Trial> trials(Path run) throws IOException {
    RunFolder folder = new RunFolder(run);
    try (Stream<Path> trials = Files.list(folder.trials())) {
      return trials.map(path -> folder.trial(path.getFileName().toString())).toList();
    }
  }

  @Test
  void aRateThatFailedCountsNowhere() throws IOException {
    generator.rates = rates(Optional.empty(), 1_000, 4_000);
    generator.levels = List.of();
    Path run = generator.write(temp.resolve("run"));
    for (String trial : List.of("01-tomcat-platform", "04-tomcat-platform", "05-tomcat-platform")) {
      RunGenerator.judge(
          new RunFolder(run).trial(trial).step(Parameters.rate(4_000)), Verdict.FAIL);
    }
    Programs.run("report", run.toString());
    assertThat(ReportPageTest.finding(page(run), "At equal work").path("at").asString())
        .isEqualTo("At 1,000/s offered");
  }

  @Test
  void compareTakesTheRatesThatAreWanted() {
    Path run = report(rates(Optional.empty(), 1_000, 4_000), 200);
    Programs.Ended compared =
        Programs.run("compare", run.toString(), run.toString(), "--rate", "4000");
    assertThat(compared.out()).contains("@ 4,000/s").doesNotContain("@ 1,000/s", "@ 200 ");
    assertThat(
            Programs.run("compare", run.toString(), run.toString(), "--rate", "1", "--level", "2")
                .exitCode())
        .isEqualTo(2);
  }

  /** Rates that a run chose itself are other rates in another run, and that is no loss. */
  @Test
  void onlyARateThatBothWereGivenIsLost() {
    Optional<LatencyGoal> goal = Optional.of(new LatencyGoal("p99", 100));
    for (boolean searched : List.of(true, false)) {
      generator.levels = List.of();
      generator.rates = rates(searched ? goal : Optional.empty(), 1_000, 2_000);
      String a = generator.write(temp.resolve("a-" + searched)).toString();
      generator.rates = rates(searched ? goal : Optional.empty(), 1_000);
      String b = generator.write(temp.resolve("b-" + searched)).toString();
      assertThat(Programs.run("compare", a, b, "--fail-on", "worse").exitCode())
          .isEqualTo(searched ? 0 : 3);
    }
  }

  @Test
  void aPlannedRateWithoutAStepIsAGap() throws IOException {
    generator.rates = rates(Optional.empty(), 1_000, 4_000);
    generator.levels = List.of();
    Path run = generator.write(temp.resolve("run"));
    Path step = new RunFolder(run).trial("01-tomcat-platform").step(Parameters.rate(4_000)).path();
    Files.move(step, temp.resolve("elsewhere"));
    Programs.run("report", run.toString());
    assertThat(page(run).path("key_findings").path("steps").toString()).contains("not");
  }
}
