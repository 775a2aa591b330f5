package dev.tierbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class CompareCommandTest {

  @TempDir Path temp;

  @Test
  void twoRunsOfOneCommitShowNothingWorse() {
    String a = run("a", 1, 1.0);
    String b = run("b", 2, 1.0);
    Programs.Ended compared = Programs.run("compare", a, b, "--fail-on", "worse");
    assertThat(compared.exitCode()).isZero();
    assertThat(compared.out()).doesNotContain("worse  ").contains("equivalent");
  }

  @Test
  void aPlantedSlowdownOfTenInAHundredIsFound() {
    String a = run("a", 1, 1.0);
    String b = run("b", 2, 1.1);
    Programs.Ended compared = Programs.run("compare", a, b, "--fail-on", "worse");
    assertThat(compared.exitCode()).isEqualTo(1);
    assertThat(compared.out().lines().filter(line -> line.startsWith("worse")))
        .hasSizeGreaterThan(8);
    assertThat(Programs.run("compare", a, b).exitCode()).isZero();
  }

  @Test
  void aDifferenceThatIsNoLargerThanThatOfTheHostsIsNoFinding() {
    String a = run("a", 1, 1.0);
    String b = run("slow-host", 2, 1.1, 1.3);
    List<JsonNode> rows = Programs.compared(a, b, "--metric", "cpu_us_per_op,latency_p50_ms");
    assertThat(rows)
        .isNotEmpty()
        .allSatisfy(row -> assertThat(row.path("finding").asString()).isEqualTo("inconclusive"))
        .allSatisfy(row ->
            assertThat(row.path("reason").asString())
                .isEqualTo(
                    "the hosts' probes differ by 30 %, which may explain 30 %: more than the effect"));
    assertThat(Programs.run("compare", a, b, "--metric", "cpu_us_per_op").out())
        .contains("Speed of the host", "A 15.0 ms, B 19.5 ms (B/A 1.30)")
        .contains("inconclusive (worse by the trials, but the hosts' probes differ by 30 %");
  }

  @Test
  void aDifferenceThatIsLargerThanThatOfTheHostsStands() {
    String a = run("a", 1, 1.0);
    String b = run("slow-server", 2, 1.2, 1.05);
    assertThat(Programs.compared(a, b, "--metric", "cpu_us_per_op"))
        .isNotEmpty()
        .allSatisfy(row -> assertThat(row.path("finding").asString()).isEqualTo("worse"))
        .allSatisfy(row -> assertThat(row.path("reason").isString()).isFalse());
  }

  @Test
  void ofSlowerMemoryOnlyThePartThatValuesFollowIsTheHosts() {
    String a = run("a", 1, 1.0);
    RunGenerator slowMemory = RunGenerator.fiveTrials(2, 1.2);
    slowMemory.memorySlowdown = 3;
    String b = slowMemory.write(temp.resolve("slow-memory")).toString();
    assertThat(Programs.compared(a, b, "--metric", "cpu_us_per_op"))
        .isNotEmpty()
        .allSatisfy(row -> assertThat(row.path("finding").asString()).isEqualTo("worse"));
    RunGenerator slower = RunGenerator.fiveTrials(2, 1.09);
    slower.memorySlowdown = 3;
    assertThat(
            Programs.compared(
                a, slower.write(temp.resolve("less")).toString(), "--metric", "cpu_us_per_op"))
        .isNotEmpty()
        .allSatisfy(row ->
            assertThat(row.path("reason").asString()).contains("200 %, which may explain 12 %"));
  }

  @Test
  void whatClearsTheThresholdComesFirstAndTheWorstOnTop() {
    List<String> findings =
        Programs.compared(run("a", 1, 1.0), run("b", 2, 1.1)).stream()
            .map(row -> row.path("finding").asString())
            .toList();
    assertThat(findings.getFirst()).isEqualTo("worse");
    assertThat(findings.lastIndexOf("worse")).isLessThan(findings.indexOf("equivalent"));
  }

  @Test
  void twoServersOfOneRunAreComparedByTheirShortNames() {
    String run = run("a", 1, 1.0);
    List<JsonNode> rows =
        Programs.compared(
            run + ":tomcat",
            run + ":netty",
            "--level",
            "2600",
            "--metric",
            "cpu_us_per_op,throughput_rps");
    assertThat(rows).hasSize(2);
    JsonNode throughput =
        rows.stream()
            .filter(row -> row.path("metric").asString().startsWith("throughput"))
            .findFirst()
            .orElseThrow();
    assertThat(throughput.path("finding").asString()).isEqualTo("better");
    assertThat(throughput.path("ratio").doubleValue()).isBetween(1.6, 1.9);
    assertThat(throughput.path("ratio_low").doubleValue())
        .isLessThan(throughput.path("ratio_high").doubleValue());
    assertThat(throughput.path("a_trials").intValue()).isEqualTo(5);
  }

  @Test
  void systemCallsAreComparedRoleByRole() {
    String run = run("a", 1, 1.0);
    List<JsonNode> rows =
        Programs.compared(run + ":tomcat", run + ":netty", "--by", "syscall", "--role", "worker");
    assertThat(rows).isNotEmpty().allMatch(row -> row.path("role").asString().equals("worker"));
    JsonNode futex =
        rows.stream()
            .filter(row -> row.path("syscall").asString().equals("futex"))
            .findFirst()
            .orElseThrow();
    assertThat(futex.path("a").doubleValue()).isBetween(2.5, 3.5);
    assertThat(futex.path("b").doubleValue()).isZero();
    assertThat(futex.path("finding").asString()).isEqualTo("better");
    assertThat(futex.path("level").intValue()).isEqualTo(2_600);
  }

  @Test
  void everyFormatAndEveryGroupingPrintsRows() {
    String a = run("a", 1, 1.0);
    String b = run("b", 2, 1.0);
    for (String format : List.of("text", "md", "json", "csv")) {
      for (String by : List.of("subject", "cell", "role", "syscall")) {
        Programs.Ended ended = Programs.run("compare", a, b, "--format", format, "--by", by);
        assertThat(ended.exitCode()).as(format + " by " + by).isZero();
        assertThat(ended.out().lines().count()).as(format + " by " + by).isGreaterThan(8);
      }
    }
  }

  @Test
  void oneTrialGetsADifferenceAndNoVerdict() {
    RunGenerator one = new RunGenerator();
    one.trials = 1;
    String run = one.write(temp.resolve("one")).toString();
    List<JsonNode> rows = Programs.compared(run + ":tomcat", run + ":netty");
    assertThat(rows).allMatch(row -> row.path("finding").asString().equals("one_trial"));
    assertThat(rows).anyMatch(row -> row.path("ratio").isNumber());
  }

  @Test
  void anotherHostIsListedAndRefusedWhenStrict() throws IOException {
    String a = run("a", 1, 1.0);
    Path b = Path.of(run("b", 2, 1.0));
    Path manifest = b.resolve("manifest.json");
    Files.writeString(
        manifest, Files.readString(manifest).replace("\"cores\" : 8", "\"cores\" : 64"));
    assertThat(Programs.run("compare", a, b.toString()).out()).contains("host.cores: 8 | 64");
    Programs.Ended strict = Programs.run("compare", a, b.toString(), "--strict");
    assertThat(strict.exitCode()).isEqualTo(3);
    assertThat(strict.out()).isEmpty();
    assertThat(strict.err()).contains("host.cores: 8 | 64");
  }

  @Test
  void anotherWorkloadIsRefusedWhenStrict() throws IOException {
    String a = run("a", 1, 1.0);
    Path b = Path.of(run("b", 2, 1.0));
    Path manifest = b.resolve("manifest.json");
    Files.writeString(
        manifest,
        Files.readString(manifest).replace("\"workload\" : null", "\"workload\" : \"calls=3\""));
    Programs.Ended strict = Programs.run("compare", a, b.toString(), "--strict");
    assertThat(strict.exitCode()).isEqualTo(3);
    assertThat(strict.err()).contains("plan.workload: not stated | calls=3");
  }

  @Test
  void sweepsOfDifferentGeneratorsAreComparedOnlyWhenToldTo() {
    String a = run("a", 1, 1.0);
    RunGenerator other = RunGenerator.fiveTrials(2, 1.0);
    other.generator = GeneratorName.WRK;
    String b = other.write(temp.resolve("b")).toString();
    Programs.Ended refused = Programs.run("compare", a, b);
    assertThat(refused.exitCode()).isEqualTo(3);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err())
        .contains("not comparable: A is driven by loadgen, B by wrk", "--mix-generators");
    Programs.Ended mixed = Programs.run("compare", a, b, "--mix-generators");
    assertThat(mixed.exitCode()).isZero();
    assertThat(mixed.out()).contains("load generator: loadgen | wrk");
    assertThat(Programs.run("compare", a, b, "--mix-generators", "--strict").exitCode())
        .isEqualTo(3);
    assertThat(Programs.run("compare", b, b).exitCode()).isZero();
  }

  @Test
  void oneHostIsComparedWithSeveralOnlyWhenToldTo() {
    String a = run("a", 1, 1.0);
    RunGenerator other = RunGenerator.fiveTrials(2, 1.0);
    other.hosts = List.of(other.serverHost("a large CPU"));
    String b = other.write(temp.resolve("b")).toString();
    Programs.Ended refused = Programs.run("compare", a, b);
    assertThat(refused.exitCode()).isEqualTo(3);
    assertThat(refused.err())
        .contains("not comparable: A had one host, B other hosts for server", "--mix-hosts");
    Programs.Ended mixed = Programs.run("compare", a, b, "--mix-hosts");
    assertThat(mixed.exitCode()).isZero();
    assertThat(mixed.out()).contains("hosts: one host | other hosts for server");
    assertThat(Programs.run("compare", b, b).exitCode()).isZero();
  }

  @Test
  void anotherMachineForATierIsADifference() {
    RunGenerator one = RunGenerator.fiveTrials(1, 1.0);
    one.hosts = List.of(one.serverHost("a large CPU"));
    RunGenerator two = RunGenerator.fiveTrials(2, 1.0);
    two.hosts = List.of(two.serverHost("a small CPU"));
    Programs.Ended compared =
        Programs.run(
            "compare",
            one.write(temp.resolve("a")).toString(),
            two.write(temp.resolve("b")).toString());
    assertThat(compared.exitCode()).isZero();
    assertThat(compared.out()).contains("host server: a large CPU").contains("a small CPU");
  }

  /** A baseline from before there was a choice. */
  @Test
  void aRunThatNamesNoGeneratorIsOneOfOurs() throws IOException {
    Path a = Path.of(run("a", 1, 1.0));
    Path manifest = a.resolve("manifest.json");
    String text = Files.readString(manifest);
    String older = text.replaceFirst("\\s*\"generator\" : \"loadgen\",", "");
    assertThat(older).isNotEqualTo(text);
    Files.writeString(manifest, older);
    assertThat(Programs.run("compare", a.toString(), run("b", 2, 1.0)).exitCode()).isZero();
  }

  @Test
  void aLevelThatOnlyOneSideStoodIsToldAndIsNoPass() {
    String a = run("a", 1, 1.0);
    String b = run("b", 2, 1.0);
    for (String trial : List.of("01", "04", "05", "08", "09")) {
      RunGenerator.judge(
          RunGenerator.step(Path.of(b), trial + "-tomcat-platform", 2_600), Verdict.FAIL);
    }
    String gap = "tomcat-platform at 2,600: A valid in 5 of 5 trials, B FAIL in 5 of 5 trials";
    Programs.Ended told = Programs.run("compare", a, b);
    assertThat(told.exitCode()).isZero();
    assertThat(told.out()).contains("Not compared:", gap);
    Programs.Ended gate = Programs.run("compare", a, b, "--fail-on", "worse");
    assertThat(gate.exitCode()).isEqualTo(3);
    assertThat(gate.err()).contains(gap);
    assertThat(Programs.run("compare", b, a, "--fail-on", "worse").exitCode()).isZero();
  }

  @Test
  void aServerOfOneSideOnlyIsTold() {
    RunGenerator one = RunGenerator.fiveTrials(2, 1.0);
    one.servers = List.of(RunGenerator.TOMCAT);
    String b = one.write(temp.resolve("b")).toString();
    assertThat(Programs.run("compare", run("a", 1, 1.0), b).out())
        .contains("webflux-reactor: A there, B not in the run");
  }

  @Test
  void theNoiseOfTwoRunsIsNotTheirDifference() throws IOException {
    Path page = temp.resolve("compare.html");
    String[] servers = {run("a", 1, 1.0) + ":tomcat", run("b", 2, 1.3) + ":tomcat"};
    Programs.run("compare", servers[0], servers[1], "--html", page.toString());
    assertThat(Files.readString(page))
        .contains("\"noise\":null", "A: tomcat-platform", "B: tomcat-platform")
        .doesNotContain("noise floor of");
  }

  @Test
  void anotherCommitIsListedAndNotRefused() {
    String a = run("a", 1, 1.0);
    RunGenerator generator = RunGenerator.fiveTrials(2, 1.0);
    generator.commit = "feedfacefeedfacefeedfacefeedfacefeedface";
    String b = generator.write(temp.resolve("b")).toString();
    Programs.Ended strict = Programs.run("compare", a, b, "--strict");
    assertThat(strict.exitCode()).isZero();
    assertThat(strict.out()).contains("source.commit");
  }

  @Test
  void runsWithoutACommonServerAreNotComparable() {
    RunGenerator other = RunGenerator.fiveTrials(2, 1.0);
    other.servers = List.of("x", "y");
    String b = other.write(temp.resolve("b")).toString();
    assertThat(Programs.run("compare", run("a", 1, 1.0), b).exitCode()).isEqualTo(3);
  }

  @Test
  void misuseEndsWithTwoAndALine() {
    String a = run("a", 1, 1.0);
    for (String[] words :
        new String[][] {
          {a},
          {a, temp.resolve("none").toString()},
          {a + ":nobody", a},
          {a, a, "--metric", "speed"},
          {a, a, "--threshold", "lots"},
          {a, a, "--threshold", "0"},
          {a, a, "--by", "colour"}
        }) {
      List<String> all = new ArrayList<>(List.of("compare"));
      all.addAll(List.of(words));
      Programs.Ended ended = Programs.run(all);
      assertThat(ended.exitCode()).as(String.join(" ", all)).isEqualTo(2);
      assertThat(ended.err()).doesNotContain("\tat ");
    }
  }

  @Test
  void theSamePageShowsBothSides() throws IOException {
    Path page = temp.resolve("compare.html");
    Programs.run("compare", run("a", 1, 1.0), run("b", 2, 1.1), "--html", page.toString());
    assertThat(Files.readString(page)).contains("A: tomcat-platform", "B: webflux-reactor");
  }

  private String run(String name, long seed, double slowdown) {
    return run(name, seed, slowdown, 1);
  }

  private String run(String name, long seed, double slowdown, double hostSlowdown) {
    Path folder = temp.resolve(name);
    if (!Files.exists(folder)) {
      RunGenerator generator = RunGenerator.fiveTrials(seed, slowdown);
      generator.hostSlowdown = level -> hostSlowdown;
      generator.write(folder);
    }
    return folder.toString();
  }
}
