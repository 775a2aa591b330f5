package dev.tierbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tierbench.metrics.Metrics;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.compare.Row;
import dev.tierbench.report.finding.RunAnalysis;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.RunReader;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.folder.Trial;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.report.stats.DifferenceResult;
import dev.tierbench.run.Cell;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.protocol.Decisions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A run whose servers shared rounds, on a host that is slower from round to round. */
class RoundReportTest {

  private static final Parameters AT = Parameters.concurrency(800);

  /** CPU per request of a server in a round, as much as the host makes it. */
  private static final double[] HOST = {1, 2.5, 4};

  /** CPU per request beside that of the first server, in each round. */
  private static final Map<String, Double> COST =
      Map.of(RunGenerator.TOMCAT, 1.0, RunGenerator.NETTY, 1.1, RunGenerator.CONTROL, 1.04);

  @TempDir Path temp;
  private Path root;

  @BeforeEach
  void write() throws IOException {
    root = inRounds(new RunGenerator(), temp.resolve("run"));
  }

  /** The trials of a generated run, moved to the folders of rounds. */
  private static Path inRounds(RunGenerator generator, Path root) throws IOException {
    generator.write(root);
    RunFolder folder = new RunFolder(root);
    String manifest = Files.readString(folder.manifest());
    List<Path> trials;
    try (var all = Files.list(folder.trials())) {
      trials = all.sorted().toList();
    }
    for (Path trial : trials) {
      String name = trial.getFileName().toString();
      int round = (Integer.parseInt(name.substring(0, 2)) - 1) / generator.servers.size() + 1;
      String inRound = RunFolder.roundName(round, RunFolder.subjectOf(name));
      Path moved = folder.trial(inRound).path();
      Files.createDirectories(moved.getParent());
      Files.move(trial, moved);
      manifest = manifest.replace("\"" + name + "\"", "\"" + inRound + "\"");
      slow(folder.trial(inRound), round, RunFolder.subjectOf(name));
    }
    Files.delete(folder.trials());
    Files.writeString(folder.manifest(), manifest);
    return root;
  }

  private static void slow(RunFolder.Trial trial, int round, String server) throws IOException {
    double cpu = 100 * HOST[round - 1] * COST.get(server);
    RunFolder.Step step = trial.step(AT);
    String values = Files.readString(step.measurements());
    double exact = cpu * (1 + round * 0.001);
    Files.writeString(
        step.measurements(),
        values.replaceFirst("\"cpu_us_per_op\" : [0-9.]+", "\"cpu_us_per_op\" : " + exact));
  }

  private static Run read(Path root) throws IOException {
    return RunReader.read(root, RunReader.Depth.RECORDS);
  }

  private static JsonNode cpuRow(String a, String b, String... more) {
    List<String> command = new ArrayList<>(List.of("compare", a, b, "--format", "json"));
    command.addAll(List.of("--metric", "cpu_us_per_op"));
    command.addAll(List.of(more));
    Programs.Ended ended = Programs.run(command);
    JsonNode rows = RunJson.parse(ended.out()).path("rows");
    assertThat(rows.size()).as(ended.out() + ended.err()).isPositive();
    return command.contains("subject") ? rows.path(0) : atCell(rows.valueStream());
  }

  private static JsonNode atCell(Stream<JsonNode> rows) {
    return rows.filter(row -> row.path("level").intValue() == AT.concurrency())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theServersOfARoundAreItsTrials() throws IOException {
    Run run = read(root);
    assertThat(run.readProblems()).isEmpty();
    assertThat(run.trials())
        .extracting(Trial::name)
        .contains("01/" + RunGenerator.TOMCAT, "03/" + RunGenerator.NETTY)
        .hasSize(6);
    assertThat(run.steps()).allMatch(Step::isValid);
    assertThat(run.steps(new Cell(RunGenerator.NETTY, AT)))
        .extracting(step -> step.round().orElseThrow().getFileName().toString())
        .containsExactly("01", "02", "03");
  }

  /** Medians of different rounds say the same here; the scatter of the host does not count. */
  @Test
  void serversOfOneRunAreComparedWithinTheirRounds() {
    JsonNode row = cpuRow(root + ":tomcat", root + ":netty", "--by", "cell");
    assertThat(row.path("ratio").doubleValue()).isCloseTo(1.1, within(1e-3));
    assertThat(row.path("ratio_low").doubleValue()).isCloseTo(1.1, within(0.01));
    assertThat(row.path("ratio_high").doubleValue()).isCloseTo(1.1, within(0.01));
  }

  /** One round in common: what differs between the others may be the host. */
  @Test
  void serversThatAreValidInDifferentRoundsAreNotCompared() throws IOException {
    fail(1, RunGenerator.NETTY);
    fail(3, RunGenerator.TOMCAT);
    for (String by : List.of("cell", "subject")) {
      JsonNode row =
          cpuRow(root + ":tomcat", root + ":netty", "--by", by, "--level", "" + AT.concurrency());
      assertThat(row.path("finding").asString()).as(by).isEqualTo("one_trial");
      assertThat(row.path("ratio_low").isNumber()).as(by).isFalse();
      assertThat(row.path("welch_p").isNumber()).as(by).isFalse();
      assertThat(row.path("a_trials").intValue()).as(by).isEqualTo(2);
    }
  }

  private void fail(int round, String server) {
    String trial = RunFolder.roundName(round, server);
    RunGenerator.judge(new RunFolder(root).trial(trial).step(AT), Verdict.FAIL);
  }

  @Test
  void serversOfTwoRunsHaveNoRoundInCommon() throws IOException {
    Path other = inRounds(new RunGenerator(), temp.resolve("other"));
    JsonNode row = cpuRow(root + ":tomcat", other + ":netty", "--by", "cell");
    assertThat(row.path("ratio_high").doubleValue()).isGreaterThan(2);
  }

  /** Two names of one version: the geometric mean of both is what the other is divided by. */
  @Test
  void theControlOfAVersionCountsAsWell() throws IOException {
    Path versions = withControl("versions", true);
    JsonNode row = cpuRow(versions + ":tomcat", versions + ":netty", "--by", "cell");
    assertThat(row.path("ratio").doubleValue()).isCloseTo(1.1 / Math.sqrt(1.04), within(1e-3));
    JsonNode control =
        cpuRow(
            versions + ":" + RunGenerator.TOMCAT,
            versions + ":" + RunGenerator.CONTROL,
            "--by",
            "cell");
    assertThat(control.path("ratio").doubleValue()).isCloseTo(1.04, within(1e-3));
  }

  @Test
  void theControlOfAServerThatMayScatterOtherwiseDoesNot() throws IOException {
    Path servers = withControl("servers", false);
    JsonNode row = cpuRow(servers + ":tomcat", servers + ":netty", "--by", "cell");
    assertThat(row.path("ratio").doubleValue()).isCloseTo(1.1, within(1e-3));
  }

  @Test
  void aControlDoesNotTakePartInTheCorrectionOfTheOthers() throws IOException {
    Run run = read(withControl("servers", false));
    Run withoutControl = run.only(server -> !Plan.isControl(server));
    assertThat(RunAnalysis.of(run).comparisons().getFirst().rows())
        .extracting(Row::result)
        .isEqualTo(results(withoutControl));
  }

  private static List<DifferenceResult> results(Run ofTwo) {
    return RunAnalysis.of(ofTwo).comparisons().getFirst().rows().stream().map(Row::result).toList();
  }

  private Path withControl(String name, boolean versions) throws IOException {
    RunGenerator generator = new RunGenerator();
    generator.servers = List.of(RunGenerator.TOMCAT, RunGenerator.NETTY, RunGenerator.CONTROL);
    generator.levels = List.of(AT.concurrency());
    generator.versions = versions;
    return inRounds(generator, temp.resolve(name));
  }

  /** Gives a run rounds until CPU per request is decided, of which there are so many at most. */
  private static void untilDecided(Path run, int most) throws IOException {
    RunFolder folder = new RunFolder(run);
    ObjectNode manifest = (ObjectNode) RunJson.parse(Files.readString(folder.manifest()));
    ((ObjectNode) manifest.path("plan").path("windows"))
        .set(
            "rounds",
            RunJson.parse(
                """
                {"windows": 4, "lead_in_seconds": 0.5, "seed": 1, "until": {"budget_seconds": 600,
                 "most": %d, "threshold": 0.05, "metrics": ["cpu_us_per_op"], "later_windows": []}}
                """
                    .formatted(most)));
    Files.writeString(folder.manifest(), manifest.toPrettyString());
  }

  /** Makes the second server cost a little more beside the first from round to round. */
  private static void scatter(Path run) throws IOException {
    for (int round = 1; round <= HOST.length; round++) {
      double factor = 1 + 0.001 * round * round;
      RunGenerator.edit(
          new RunFolder(run).trial(RunFolder.roundName(round, RunGenerator.NETTY)).step(AT),
          values -> values.computeIfPresent("cpu_us_per_op", (id, value) -> value * factor));
    }
  }

  /** The corrected p-value of CPU per request in a comparison by those metrics. */
  private double adjusted(String metrics) {
    Programs.Ended ended =
        Programs.run(
            "compare", root + ":tomcat", root + ":netty", "--format", "json", "--metric", metrics);
    return atCell(
            RunJson.parse(ended.out())
                .path("rows")
                .valueStream()
                .filter(row -> row.path("metric").asString("").startsWith("CPU")))
        .path("adjusted_p")
        .doubleValue();
  }

  /** What decides the run is as sure whatever else is shown beside it. */
  @Test
  void rowsThatDecideARunAreCorrectedByThemselves() throws IOException {
    scatter(root);
    String cpu = "cpu_us_per_op";
    String others = "throughput_rps,latency_p50_ms,latency_p99_ms";
    assertThat(adjusted(cpu + "," + others)).isNotEqualTo(adjusted(cpu));
    untilDecided(root, HOST.length);
    assertThat(adjusted(cpu + "," + others)).isEqualTo(adjusted(cpu));
  }

  @Test
  void theRoundsTellWhatTheyDecideAndWhatOneSideDidNotMeasure() throws IOException {
    untilDecided(root, HOST.length);
    Decisions all = decisions();
    assertThat(all.oneSided()).isZero();
    assertThat(all.open())
        .extracting(Decisions.Open::row)
        .contains("CPU, µs/req of tomcat-platform → webflux-reactor @ 800");
    for (int round = 1; round <= HOST.length; round++) {
      RunGenerator.edit(
          new RunFolder(root).trial(RunFolder.roundName(round, RunGenerator.NETTY)).step(AT),
          values -> values.remove("cpu_us_per_op"));
    }
    Decisions without = decisions();
    assertThat(without.oneSided()).isEqualTo(1);
    assertThat(without.rows()).isEqualTo(all.rows() - 1);
    assertThat(without.open()).hasSize(all.open().size() - 1);
  }

  @Test
  void aLevelThatIsNotValidOnBothSidesIsOpen() throws IOException {
    untilDecided(root, HOST.length);
    int rows = decisions().rows();
    for (String server : List.of(RunGenerator.NETTY, RunGenerator.TOMCAT)) {
      for (int round = 1; round <= HOST.length; round++) {
        fail(round, server);
      }
      Decisions without = decisions();
      assertThat(without.rows()).as(server).isEqualTo(rows);
      assertThat(without.open())
          .as(server)
          .extracting(Decisions.Open::row)
          .contains(
              "CPU, µs/req of tomcat-platform → webflux-reactor @ 800 (no valid step of both)");
    }
  }

  @Test
  void aMetricToDecideThatNeitherSideHasAValueOfIsUndecidedAndEndsNoBudget() throws IOException {
    untilDecided(root, HOST.length);
    int rows = decisions().rows();
    for (int round = 1; round <= HOST.length; round++) {
      for (String server : List.of(RunGenerator.NETTY, RunGenerator.TOMCAT)) {
        RunGenerator.edit(
            new RunFolder(root).trial(RunFolder.roundName(round, server)).step(AT),
            values -> values.keySet().removeAll(List.of("cpu_us_per_op", "cs_voluntary_per_op")));
      }
    }
    Decisions without = decisions();
    assertThat(without.rows()).describedAs("no later round has a value").isEqualTo(rows - 1);
    assertThat(without.open())
        .extracting(Decisions.Open::row)
        .noneMatch(row -> row.contains("CPU") && row.contains("@ 800"));
    Programs.Ended gate =
        Programs.run(
            "compare",
            root + ":tomcat",
            root + ":netty",
            "--metric=cpu_us_per_op,cs_voluntary_per_op",
            "--format=short",
            "--fail-on=undecided");
    assertThat(gate.exitCode()).as(gate.out() + gate.err()).isEqualTo(5);
    assertThat(gate.err())
        .contains(
            "undecided: CPU, µs/req of tomcat-platform → webflux-reactor @ 800: measured on neither"
                + " side");
    assertThat(gate.out())
        .containsPattern("undecided: (.*; )?CPU, µs/req at 800: measured on neither side\\. ");
    assertThat(gate.out() + gate.err()).doesNotContainPattern("switches, [^;.]*(at|@) 800");
  }

  private Decisions decisions() throws IOException {
    Path answer = temp.resolve("decisions.json");
    Programs.Ended ended = Programs.run("decide", root.toString(), "--out", answer.toString());
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    return RunJson.read(answer, Decisions.class);
  }

  @Test
  void thePageComparesWithinRounds() throws IOException {
    Programs.Ended ended = Programs.run("report", root.toString());
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    JsonNode row =
        atCell(
            ReportPageTest.report(root)
                .path("comparison_records")
                .valueStream()
                .flatMap(pair -> pair.path("rows").valueStream())
                .filter(line -> line.path("metric").asString("").startsWith("CPU")));
    assertThat(row.path("ratio_low").doubleValue())
        .isCloseTo(row.path("ratio").doubleValue(), within(0.01));
    assertThat(row.path("ratio_high").doubleValue())
        .isCloseTo(row.path("ratio").doubleValue(), within(0.01));
  }

  @Test
  void thePageOfBothSidesIsTestedByTheThresholdOfItsTable() throws IOException {
    Path versions = withControl("versions", true);
    scatter(versions);
    assertThat(findingOfBoth(versions, RunGenerator.NETTY, "--threshold=2.5%")).isEqualTo("worse");
    assertThat(findingOfBoth(versions, RunGenerator.NETTY, "--threshold=20%"))
        .isEqualTo("equivalent");
    assertThat(Files.readString(temp.resolve("both.html"))).contains("(within 20 %)");
  }

  /** A look so early among twenty asks for far more evidence than one of 5 %. */
  @Test
  void thePageOfBothSidesIsTestedAtTheLevelOfItsRun() throws IOException {
    Path servers = withControl("servers", false);
    scatter(servers);
    assertThat(findingOfBoth(servers, RunGenerator.NETTY)).isEqualTo("worse");
    untilDecided(servers, 20);
    assertThat(findingOfBoth(servers, RunGenerator.NETTY)).isEqualTo("inconclusive");
  }

  @Test
  void thePageOfBothSidesDoesNotCompareAControlWithItself() throws IOException {
    findingOfBoth(withControl("versions", true), RunGenerator.CONTROL);
  }

  /** What table and page of the first server and another find of the CPU, which is the same. */
  private String findingOfBoth(Path run, String other, String... more) throws IOException {
    Path page = temp.resolve("both.html");
    List<String> words = new ArrayList<>(List.of("--by", "cell", "--html", page.toString()));
    words.addAll(List.of(more));
    JsonNode row =
        cpuRow(run + ":" + RunGenerator.TOMCAT, run + ":" + other, words.toArray(String[]::new));
    JsonNode tile =
        ReportPageTest.data(Files.readString(page))
            .path("key_findings")
            .path("badges")
            .valueStream()
            .filter(badge -> badge.path("metric").asString().equals("CPU"))
            .findFirst()
            .orElseThrow();
    String found = row.path("finding").asString();
    assertThat(tile.path("finding").asString()).isEqualTo(found);
    assertThat(tile.path("ratio").asString())
        .isEqualTo(Numbers.factor(row.path("ratio").doubleValue()));
    return found;
  }

  @Test
  void thePageExplainsRatiosWithinRounds() throws IOException {
    assertThat(Programs.run("report", root.toString()).exitCode()).isZero();
    assertThat(ReportPageTest.report(root).path("comparison_explanation").asString())
        .contains("geometric mean of the ratios within rounds", "interval of 95 % by Student's t")
        .doesNotContain("Welch");
    assertThat(
            ReportPageTest.report(new RunGenerator().write(temp.resolve("trials")))
                .path("comparison_explanation")
                .asString())
        .contains("ratio of the medians", "Welch's test")
        .doesNotContain("within rounds");
  }

  @Test
  void thePageSaysInShortWhatTheServersDifferIn() throws IOException {
    Programs.Ended ended = Programs.run("report", root.toString());
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    List<String> sentences =
        ReportPageTest.report(root)
            .path("key_findings")
            .path("findings")
            .valueStream()
            .filter(finding -> finding.path("topic").asString().equals("In short"))
            .flatMap(finding -> finding.path("entries").valueStream())
            .map(entry -> entry.path("values").asString())
            .toList();
    assertThat(Files.readString(root.resolve("summary.md")))
        .contains("- In short: at 200 concurrent requests webflux-reactor has 44 % less CPU");
    assertThat(sentences.getFirst())
        .startsWith(
            "at 200 concurrent requests webflux-reactor has 44 % less CPU per request (42 % to 46 %)"
                + " than tomcat-platform")
        .contains("both have the same throughput, p50 latency and p99 latency (within 5.0 %)");
    assertThat(sentences)
        .anySatisfy(sentence ->
            assertThat(sentence)
                .startsWith("at 800 concurrent requests")
                .containsPattern(
                    "has 73 % more throughput \\(\\d+ % to \\d+ %\\), 42 % less p50 latency"
                        + " \\(\\d+ % to \\d+ %\\) and 42 % less p99 latency \\(\\d+ % to \\d+ %\\) than"
                        + " tomcat-platform; the run does not tell whether they differ in CPU"
                        + " per request$"));
  }

  /** Divides the measured phase of a step into two windows, the later with so much of its CPU. */
  private static void divide(RunFolder.Step step, double later) throws IOException {
    ObjectNode load = (ObjectNode) RunJson.parse(Files.readString(step.load()));
    for (JsonNode phase : load.path("phases")) {
      if (phase.path("name").asString().equals("measure")) {
        JsonNode window = phase.deepCopy();
        ((ObjectNode) phase).putArray("windows").add(window).add(window);
      }
    }
    Files.writeString(step.load(), load.toString());
    ObjectNode tiers = (ObjectNode) RunJson.parse(Files.readString(step.tiers()));
    ArrayNode phases = (ArrayNode) tiers.path("phases");
    JsonNode second = phases.get(0).deepCopy();
    for (JsonNode tier : second.path("tiers")) {
      ((ObjectNode) tier).put("cpu_ns", Math.round(tier.path("cpu_ns").asLong() * later));
    }
    phases.insert(1, second);
    Files.writeString(step.tiers(), tiers.toString());
  }

  @Test
  void windowsOfARoundArePairedInTheirOrder() throws IOException {
    RunFolder folder = new RunFolder(root);
    for (int round = 1; round <= HOST.length; round++) {
      divide(folder.trial(RunFolder.roundName(round, RunGenerator.TOMCAT)).step(AT), 1);
      divide(folder.trial(RunFolder.roundName(round, RunGenerator.NETTY)).step(AT), 1.2);
    }
    Run run = RunReader.read(root, RunReader.Depth.RECORDS);
    List<double[]> logs =
        Samples.windows(
            run.steps(new Cell(RunGenerator.TOMCAT, AT)),
            run.steps(new Cell(RunGenerator.NETTY, AT)),
            Metrics.CPU);
    assertThat(logs).hasSize(HOST.length);
    assertThat(logs)
        .allSatisfy(
            round -> assertThat(round[1] - round[0]).isCloseTo(Math.log(1.2), within(1e-4)));
  }
}
