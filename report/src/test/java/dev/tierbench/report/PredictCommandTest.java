package dev.tierbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.report.Programs.Ended;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.delay.DelayDistribution;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class PredictCommandTest {

  @TempDir Path temp;

  /** A run of servers that use up their cores, without the scatter of trials that differ. */
  private static RunGenerator cpuBound(int cores) {
    RunGenerator generator = new RunGenerator();
    generator.cpuBound = true;
    generator.serverCores = cores;
    generator.maxThreads = 50_000;
    generator.noise = 0.002;
    generator.levels = List.of(50, 200, 1_800, 2_600, 5_200);
    return generator;
  }

  private Path run(RunGenerator generator, String name) {
    return generator.write(temp.resolve(name));
  }

  private static Ended report(String... words) {
    List<String> all = new ArrayList<>(List.of("report"));
    all.addAll(List.of(words));
    return Programs.run(all);
  }

  @Test
  void throughputKneeAndMedianAreToldWithUnitsIntervalsAndAssumptions() {
    Path run = run(cpuBound(4), "four");
    Ended told = report("--predict", "cores=8", run.toString());
    assertThat(told.err()).isEmpty();
    assertThat(told.exitCode()).isZero();
    assertThat(told.out())
        .startsWith("predicted from four: the server on 8 cores")
        .contains("saturated at, req/s", "knee, concurrent", "p50, ms", "cores busy, %")
        .contains("the cores", "assumed:", "CPU per request depends on how busy")
        .contains(
            "contention 0, coherency 0", "core counts with a throughput at saturation: 1 of the 4");
    assertThat(row(told, RunGenerator.TOMCAT).split(" {2,}", -1)[2])
        .satisfies(rps -> assertThat(number(rps)).isBetween(15_800.0, 16_200.0));
    assertThat(Files.exists(run.resolve("report.html"))).isFalse();
  }

  @Test
  void thePageOfAPredictionShowsItsTablesAndAssumptions() throws IOException {
    Path run = run(cpuBound(4), "four");
    Path page = temp.resolve("page.html");
    Ended told = report("--predict", "cores=8", "--out", page.toString(), run.toString());
    assertThat(told.exitCode()).isZero();
    assertThat(told.out()).contains("written: " + page);
    JsonNode capacity = ReportPageTest.data(Files.readString(page)).path("capacity_text");
    assertThat(capacity.path("title").asString()).endsWith("the server on 8 cores");
    assertThat(capacity.path("tables")).hasSize(3);
    assertThat(capacity.path("assumptions").valueStream()).hasSizeGreaterThan(6);
    assertThat(told.out()).contains(capacity.path("unknown").path(0).asString());
  }

  /** Two hundred connections that are held for 50 ms end 4,000 requests a second on any cores. */
  private static RunGenerator onDatabase() {
    RunGenerator generator = cpuBound(4);
    generator.onDatabase = true;
    generator.poolSize = Optional.of(200);
    return generator;
  }

  @Test
  void aPoolOfConnectionsIsAStationOfItsOwn() {
    Ended told = report("--predict", "cores=8", run(onDatabase(), "database").toString());
    assertThat(told.exitCode()).as(told.err()).isZero();
    assertThat(row(told, RunGenerator.TOMCAT))
        .contains("pool_size = 200")
        .satisfies(row -> assertThat(number(row.split(" {2,}", -1)[2])).isEqualTo(4_000));
    assertThat(told.out())
        .contains("database needs, cores")
        .contains("holds connections for 50.0 ms")
        .contains("(pool_size = 200) ends at most 4,000 requests/s, on any cores");
  }

  @Test
  void coresLimitAServerWhosePoolIsLargeEnough() {
    RunGenerator generator = onDatabase();
    generator.poolSize = Optional.of(5_000);
    Ended told = report("--predict", "cores=8", run(generator, "large").toString());
    assertThat(row(told, RunGenerator.TOMCAT)).contains("the cores").doesNotContain("pool_size");
  }

  @Test
  void aDatabaseRunWithoutAValueOfItsPoolIsNotPredicted() {
    RunGenerator unstated = onDatabase();
    unstated.poolSize = Optional.empty();
    assertThat(report("--predict", "cores=8", run(unstated, "unstated").toString()).out())
        .contains("cannot tell", "does not state the size of its pool of connections (pool_size)");
    RunGenerator uncounted = onDatabase();
    uncounted.countsStatements = false;
    assertThat(report("--predict", "cores=8", run(uncounted, "uncounted").toString()).out())
        .contains("no trial has a valid step", "number and mean time of the statements");
  }

  @Test
  void levelsAreInProportionToTheCoresOrAsAsked() {
    Path run = run(cpuBound(4), "four");
    assertThat(report("--predict", "cores=8", run.toString()).out())
        .containsPattern("tomcat-platform +100 ")
        .contains("10,400");
    assertThat(report("--predict", "cores=8", "--level", "777", run.toString()).out())
        .contains("777")
        .doesNotContain("10,400");
  }

  /** The usual generated server stops at a capacity of its own, with cores to spare. */
  @Test
  void aServerWhoseCoresWereNeverBusyIsNotToldBeyondThem() {
    Ended told = report("--predict", "cores=32", run(new RunGenerator(), "idle").toString());
    assertThat(told.exitCode()).isZero();
    assertThat(told.out())
        .contains("cannot tell", "busy in the run; what a request costs on busier ones");
  }

  /** Its capacity is no limit that the model knows: neither cores nor a pool. */
  @Test
  void aLimitThatTheModelDoesNotKnowIsNotPredictedAway() {
    Ended told = report("--predict", "cores=64", run(new RunGenerator(), "hidden").toString());
    assertThat(row(told, RunGenerator.TOMCAT))
        .contains("cannot tell")
        .doesNotContain("max_threads");
    assertThat(told.out()).contains("% off the throughput that was measured at 2,600 concurrent");
  }

  @Test
  void sharedCoresAndInvalidStepsTellNothing() {
    RunGenerator shared = cpuBound(4);
    shared.pinningAsked = "off";
    assertThat(report("--predict", "cores=8", run(shared, "shared").toString()).out())
        .contains("the tiers shared the server's cores");
    Path failed = run(cpuBound(4), "failed");
    for (int trial = 1; trial <= 6; trial++) {
      for (String server : List.of(RunGenerator.TOMCAT, RunGenerator.NETTY)) {
        for (int level : List.of(50, 200, 1_800, 2_600, 5_200)) {
          RunFolder.Step step =
              new RunFolder(failed)
                  .trial("%02d-%s".formatted(trial, server))
                  .step(Parameters.concurrency(level));
          if (Files.exists(step.checks())) {
            RunGenerator.judge(step, Verdict.FAIL);
          }
        }
      }
    }
    assertThat(report("--predict", "cores=8", failed.toString()).out())
        .contains("no trial has a valid step");
  }

  /** Core 2 of one host is not core 2 of another. */
  @Test
  void coresAreSharedOnlyByTiersOfOneHost() {
    RunGenerator disjoint = cpuBound(4);
    disjoint.otherCores = Map.of("echo", "1", "loadgen", "0");
    String shared = "the tiers shared the server's cores";
    assertThat(report("--predict", "cores=8", run(disjoint, "apart").toString()).out())
        .doesNotContain(shared);
    for (String tier : List.of("echo", "loadgen")) {
      RunGenerator one = cpuBound(4);
      one.otherCores = Map.of(tier, "5");
      assertThat(report("--predict", "cores=8", run(one, tier).toString()).out()).contains(shared);
      one.hosts = List.of(one.serverHost("a large CPU"));
      assertThat(report("--predict", "cores=8", run(one, tier + "-elsewhere").toString()).out())
          .doesNotContain(shared);
    }
  }

  @Test
  void aThreadLimitHoldsOnAnyNumberOfCores() {
    RunGenerator generator = cpuBound(4);
    generator.servers = List.of(RunGenerator.TOMCAT);
    generator.levels = List.of(50, 100);
    generator.maxThreads = 100;
    Ended told = report("--predict", "cores=32", run(generator, "limited").toString());
    assertThat(row(told, RunGenerator.TOMCAT)).contains("max_threads = 100");
    assertThat(told.out()).contains("at most 100 requests are under way (max_threads)");
  }

  @Test
  void fourCoreCountsTellHowCoresHinderEachOther() {
    List<String> words = new ArrayList<>(List.of("--predict", "cores=32"));
    for (int cores : List.of(4, 1, 2, 3)) {
      words.add(run(cpuBound(cores), "on-" + cores).toString());
    }
    Ended told = report(words.toArray(String[]::new));
    assertThat(told.exitCode()).isZero();
    assertThat(told.out())
        .contains("the fitted law also on 32")
        .doesNotContain("core counts with a throughput at saturation");
  }

  @Test
  void runsOfAnotherMachineOrWorkloadAreNotInTheFitAndAreNamed() throws IOException {
    List<String> words = new ArrayList<>(List.of("--predict", "cores=32"));
    for (int cores : List.of(4, 1, 2, 3)) {
      words.add(run(cpuBound(cores), "on-" + cores).toString());
    }
    Path manifest = temp.resolve("on-2/manifest.json");
    Files.writeString(
        manifest, Files.readString(manifest).replace("A CPU of plain", "Another CPU"));
    RunGenerator other = cpuBound(5);
    other.workload = Optional.of("cpu=200us");
    words.add(run(other, "on-5").toString());
    RunGenerator heap = cpuBound(6);
    heap.heapBytes = 2L << 30;
    words.add(run(heap, "on-6").toString());
    Ended told = report(words.toArray(String[]::new));
    assertThat(told.exitCode()).isZero();
    assertThat(told.out())
        .contains("on-2 is not in the fit over cores: host.cpu_model: A CPU of plain | Another CPU")
        .contains(
            "on-6 is not in the fit over cores: settings of tomcat-platform,"
                + " server.jvm.heap_max_bytes: 1073741824 | 2147483648")
        .contains("on-5 is not in the fit over cores: plan.workload: not stated | cpu=200us")
        .contains("core counts with a throughput at saturation: 3 of the 4")
        .doesNotContain("the fitted law also on 32");
  }

  @Test
  void delaysThatVaryAreNamed() throws IOException {
    Path run = run(cpuBound(4), "varied");
    Path file = new RunFolder(run).manifest();
    Manifest before = RunJson.read(file, Manifest.class);
    DelayDistribution varied = DelayDistribution.parse("95%:20ms,5%:1s");
    HttpPlan plan = ((HttpPlan) before.plan()).withEchoDelay(Optional.of(varied));
    assertThat(report(run.toString(), "--predict", "cores=8").out()).doesNotContain("which vary");
    RunJson.write(file, before.withPlan(plan));
    assertThat(report(run.toString(), "--predict", "cores=8").out())
        .contains("the mean of the echo tier's delays, which vary");
  }

  @Test
  void whatLiesBeyondTheMeasuredIsMarked() {
    List<String> words = new ArrayList<>(List.of("--predict", "cores=32"));
    for (int cores : List.of(4, 1, 2, 3)) {
      words.add(run(cpuBound(cores), "on-" + cores).toString());
    }
    Ended told = report(words.toArray(String[]::new));
    assertThat(told.out())
        .contains("32 cores are beyond the 1 to 4 that were measured")
        .contains("nor the uncertainty of the law")
        .contains("residual in the fit, %", "4 (one more than coefficients)");
  }

  @Test
  void aPredictionStandsBesideARunOfThoseCores() {
    Path one = run(cpuBound(1), "one");
    Path two = run(cpuBound(2), "two");
    Ended told = report("--predict", "cores=2", one.toString(), "--against", two.toString());
    assertThat(told.err()).isEmpty();
    assertThat(told.exitCode()).isZero();
    assertThat(told.out())
        .startsWith("| server | workload | value | predicted | interval | measured |")
        .contains("saturated at, req/s", "knee, concurrent", "p50 at 200, ms", "one call");
    assertThat(told.out().lines().filter(line -> line.contains("saturated at")))
        .hasSize(2)
        .allMatch(line -> line.endsWith("| hit |") || line.endsWith("| miss |"));
  }

  @Test
  void aRunOfOtherCoresOrAnotherWorkloadIsNoEvidence() {
    Path one = run(cpuBound(1), "one");
    RunGenerator other = cpuBound(2);
    other.workload = Optional.of("cpu=200us");
    Ended workload =
        report("--predict", "cores=2", one.toString(), "--against", run(other, "other").toString());
    assertThat(workload.exitCode()).isEqualTo(2);
    assertThat(workload.err()).contains("other has another workload than one");
    Ended cores =
        report(
            "--predict",
            "cores=2",
            one.toString(),
            "--against",
            run(cpuBound(3), "three").toString());
    assertThat(cores.exitCode()).isEqualTo(2);
    assertThat(cores.err()).contains("on 3 cores, and 2 are predicted");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--predict cores=0 RUN | expected cores=N",
        "--predict 32 RUN | expected cores=N",
        "--predict cores=8 --out x.html --against RUN RUN | --against writes no page",
        "--level 800 RUN | belong to --predict",
        "--predict cores=8 --level 0 RUN | positive whole numbers",
        "--predict cores=8 --level 9 --against RUN RUN | exclude each other",
        "--predict cores=8 NOWHERE | is not a folder",
        "--predict cores=8 | Missing required parameter"
      })
  void whatMakesNoSenseIsAUsageError(String words, String message) {
    RunGenerator generator = cpuBound(4);
    generator.trials = 1;
    Path run = run(generator, "run");
    Ended ended = report(words.replace("RUN", run.toString()).split(" ", -1));
    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err()).contains(message);
    assertThat(ended.err().lines()).hasSize(1);
    assertThat(ended.out()).isEmpty();
  }

  @Test
  void aSuiteIsNotPredicted() {
    Path suite = temp.resolve("suite");
    new SuiteGenerator().write(suite);
    Ended ended = report("--predict", "cores=8", suite.toString());
    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err()).contains("--predict needs a sweep over concurrency");
  }

  private static String row(Ended ended, String server) {
    return ended.out().lines().filter(line -> line.startsWith(server)).findFirst().orElseThrow();
  }

  private static double number(String text) {
    return Double.parseDouble(text.replace(",", ""));
  }
}
