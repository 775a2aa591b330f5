package dev.tierbench.harness.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tierbench.harness.HarnessProgram;
import dev.tierbench.harness.Plans;
import dev.tierbench.harness.http.plan.DurationEstimate;
import dev.tierbench.harness.http.plan.PlanText;
import dev.tierbench.harness.http.plan.RateSearch;
import dev.tierbench.harness.http.plan.Saturation;
import dev.tierbench.harness.http.plan.Servers;
import dev.tierbench.observer.host.CpuTopology;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.observer.profile.ProfileOrder;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.LatencyGoal;
import dev.tierbench.run.Load;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.OverloadPlan;
import dev.tierbench.run.plan.Plan;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class SweepCommandTest {

  private static final CpuTopology TWO_CORES =
      CpuTopology.of(new SystemFiles(Path.of("/nonexistent")), CpuList.parse("0-1"));

  private static final CpuTopology FOUR_CORES =
      CpuTopology.of(new SystemFiles(Path.of("/nonexistent")), CpuList.parse("0-3"));

  private static HttpPlan plan(String... options) {
    return plan(TWO_CORES, options);
  }

  private static HttpPlan plan(CpuTopology topology, String... options) {
    return plan(Plans.SERVERS, topology, options);
  }

  private static HttpPlan plan(Servers known, CpuTopology topology, String... options) {
    PlanOptions parsed = new PlanOptions();
    new CommandLine(
            CommandLine.Model.CommandSpec.create()
                .addMixin("plan", CommandLine.Model.CommandSpec.forAnnotatedObject(parsed)))
        .parseArgs(options);
    return parsed.plan(known, topology);
  }

  @Test
  void aServerThatRunsAlreadyAndOneThatIsStartedAreNotComparedOnDifferentCores(@TempDir Path temp)
      throws IOException {
    Path up = temp.resolve("up.yml");
    Path mine = temp.resolve("mine.yml");
    String common = "model: m\ncontract: none\nurl: /x\nport: ";
    Files.writeString(up, common + "9001\nrunning: true\n");
    Files.writeString(mine, common + "9002\ncommand: ['{java}', '{jvm}', -jar, mine.jar]\n");
    Servers known = Plans.SERVERS.and(List.of(up.toString(), mine.toString()));
    assertThatThrownBy(() -> plan(known, FOUR_CORES, "--servers", up + "," + mine))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "--servers: up runs already on the cores that it has, mine would be held to others:"
                + " measure them apart");
    assertThat(plan(known, FOUR_CORES, "--pin", "off", "--servers", up + "," + mine).subjects())
        .containsExactly("up", "mine");
    assertThat(plan(known, FOUR_CORES, "--servers", up.toString()).pinning().cpus())
        .doesNotContainKey("server");
  }

  @Test
  void theQuickPresetIsOverInFiveMinutesForBothServers() {
    HttpPlan plan = plan();
    assertThat(plan.subjects()).containsExactly("tomcat-platform", "webflux-reactor");
    assertThat(plan.common().trials()).isEqualTo(3);
    assertThat(plan.order().stream().filter(trial -> plan.trace(trial).isPresent()))
        .extracting(Plan.Trial::name)
        .containsExactlyInAnyOrder("01/tomcat-platform", "01/webflux-reactor");
    DurationEstimate estimate = new DurationEstimate(plan);
    assertThat(estimate.total()).isBetween(150.0, 300.0);
    double traced = plan.windows().trace().orElseThrow().seconds();
    assertThat(estimate.measuringPercent() * estimate.total() / 100)
        .isCloseTo(12 * plan.windows().measureSeconds() + 4 * traced, within(1e-6));
    assertThat(String.join("\n", PlanText.lines(plan)))
        .contains("3 rounds, 12 steps", "200, 400 concurrent", "no settling, measured window 5s")
        .contains("traced window 3s in the first 1 of the trials");
  }

  @Test
  void theQuickPresetLoadsAServerBelowSaturation() {
    assertThat(plan().levels()).containsExactly(200, 400);
    assertThat(plan(FOUR_CORES).levels()).containsExactly(200, 800);
    assertThat(plan(FOUR_CORES, "--server-cores", "1").levels()).containsExactly(200, 400);
    assertThat(plan("--pin", "off").levels()).containsExactly(200, 1_800);
    assertThat(plan("--levels", "900").levels()).containsExactly(900);
    assertThat(plan("--preset", "standard").levels()).startsWith(200).endsWith(2_600);
  }

  @Test
  void mostOfTheStandardPresetIsMeasuring() {
    assertThat(new DurationEstimate(plan("--preset", "standard")).measuringPercent())
        .isGreaterThan(60);
  }

  @Test
  void aSweepByRateTakesThePlaceOfTheLevelsUnlessTheyAreNamed() {
    HttpPlan rates = plan("--rates", "1000,25%", "--connections", "900", "--arrivals", "poisson");
    assertThat(rates.levels()).isEmpty();
    assertThat(rates.cells()).containsExactly(Parameters.rate(1_000));
    assertThat(rates.load(Parameters.rate(1_000))).isEqualTo(new Load.Open(1_000, "poisson", 900));
    assertThat(rates.mostConnections()).isEqualTo(900);
    assertThat(String.join("\n", PlanText.lines(rates)))
        .contains("1,000/s, 25 % of the lowest saturation throughput, open model, poisson");
    HttpPlan both = plan("--rates", "1000", "--levels", "5");
    assertThat(both.cells()).containsExactly(Parameters.concurrency(5), Parameters.rate(1_000));
    assertThat(both.load(Parameters.concurrency(5))).isEqualTo(new Load.Closed(5));
  }

  @Test
  void anOverloadIsAMultipleOfHalfTheLowestSaturationThroughput() {
    HttpPlan plan = plan("--overload", "120%,200%", "--for", "5s", "--deadline", "500ms");
    assertThat(plan.levels()).isEmpty();
    assertThat(plan.needsSaturation()).isTrue();
    assertThat(plan.common().axis()).isEqualTo(Parameters.OVERLOAD);
    assertThat(plan.overload()).contains(new OverloadPlan(List.of(120, 200), 5, 30, 0.5));
    assertThat(plan.cells()).containsExactly(Parameters.overload(120), Parameters.overload(200));
    HttpPlan found =
        plan.withSaturation(Map.of("tomcat-platform", 3_001.0, "webflux-reactor", 4_000.0));
    assertThat(found.load(Parameters.overload(120)))
        .isEqualTo(new Load.Open(1_501, "constant", 1_800));
    assertThat(OverloadPlan.pace(120)).isEqualTo(2.4);
    assertThat(
            new DurationEstimate(found).step() - new DurationEstimate(plan("--rates", "9")).step())
        .isCloseTo(35, within(1e-6));
    assertThat(String.join("\n", PlanText.lines(found)))
        .contains("120 % of the lowest saturation throughput for 5s between halves of it");
  }

  @Test
  void aSearchTakesAsManyStepsAsItHasAsARule() {
    HttpPlan plan = plan("--find-max", "p99=100ms", "--trials", "1");
    assertThat(plan.rates().orElseThrow().goal()).contains(new LatencyGoal("p99", 100));
    assertThat(new DurationEstimate(plan).steps()).isEqualTo(2 * RateSearch.USUAL_STEPS);
    assertThat(new DurationEstimate(plan).saturation()).isPositive();
  }

  @Test
  void bothServersGetTheSameJvmOptionsWithTheCollectorNamed() {
    assertThat(plan("--profile", "cpu").common().jvmOptions().get("server"))
        .containsAll(ProfileOrder.JVM_OPTIONS);
    assertThat(plan("--heap", "2g").common().jvmOptions().get("server"))
        .contains("-Xms2g", "-Xmx2g", "-XX:+UseG1GC", "-XX:-UseDynamicNumberOfCompilerThreads");
  }

  @Test
  void thePlanShowsOnlyTheOptionsThatTheLimitsLeaveToTheServers() {
    assertThat(jvmOptions()).contains("-Xmx1g", "-XX:ActiveProcessorCount=1");
    assertThat(jvmOptions("--memory", "256m"))
        .doesNotContain("-Xms", "-Xmx")
        .contains("-XX:ActiveProcessorCount=1", "-XX:+UseG1GC");
    assertThat(jvmOptions("--quota", "0.5"))
        .contains("-Xmx1g")
        .doesNotContain("ActiveProcessorCount");
  }

  private static String jvmOptions(String... typed) {
    return PlanText.lines(plan(typed)).stream()
        .filter(line -> line.startsWith("JVM options"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void serverAndGeneratorSizeTheirPoolsForTheCoresThatTheyWillHave() {
    for (String tier : List.of("server", "loadgen")) {
      assertThat(plan().common().jvmOptions().get(tier)).contains("-XX:ActiveProcessorCount=1");
      assertThat(plan("--pin", "off").common().jvmOptions().get(tier))
          .noneMatch(option -> option.contains("ActiveProcessorCount"));
    }
  }

  @Test
  void optionsChangeThePreset() {
    HttpPlan plan =
        plan(
            "--preset",
            "standard",
            "--servers",
            "netty",
            "--levels",
            "5,20",
            "--measure",
            "3s",
            "--trials",
            "2",
            "--ports",
            "netty=17082,echo=17081");
    assertThat(plan.common().trials()).isEqualTo(2);
    assertThat(plan.windows().measureSeconds()).isEqualTo(3);
    assertThat(plan.network().ports())
        .containsOnlyKeys("echo", "webflux-reactor")
        .containsValue(17_082);
  }

  @Test
  void noisyStepsAreRepeatedAndStealIsKnownWithoutTheProbe() {
    assertThat(plan().probe()).isEqualTo(new HttpPlan.Probe(true, 2));
    assertThat(plan("--repeat-noisy", "5").probe()).isEqualTo(new HttpPlan.Probe(true, 5));
    assertThat(plan("--preset", "standard", "--no-probe").probe())
        .isEqualTo(new HttpPlan.Probe(false, 2));
  }

  @Test
  void anAaControlOfTheFirstServerTakesTurnsWithItOnTheSamePort() {
    HttpPlan plan = plan("--aa", "--consecutive", "--trials", "2", "--ports", "tomcat=17080");
    assertThat(plan.order())
        .extracting(Plan.Trial::subject)
        .containsExactly(
            "tomcat-platform",
            "webflux-reactor",
            "tomcat-platform-aa",
            "tomcat-platform-aa",
            "webflux-reactor",
            "tomcat-platform");
    assertThat(plan.network().ports())
        .containsEntry("tomcat-platform", 17_080)
        .containsEntry("tomcat-platform-aa", 17_080);
  }

  @ParameterizedTest
  @CsvSource({"2s, 2", "3s, 2", "5s, 4", "6s, 6", "24s, 8"})
  void theFirstRoundsUntilDecidedHaveTwoToEightWindowsAndNoShorterOnesThanASecond(
      String measure, int windows) {
    HttpPlan plan = plan("--until", "decided", "--measure", measure);
    assertThat(plan.windows().rounds().orElseThrow().windows()).isEqualTo(windows);
  }

  @Test
  void serversAreMeasuredInRoundsUnlessTheyCannotBeUpTogether() {
    assertThat(plan().windows().rounds().orElseThrow().windows()).isEqualTo(2);
    assertThat(plan("--windows", "4").windows().rounds().orElseThrow().windows()).isEqualTo(4);
    assertThat(plan().network().ports().values()).doesNotHaveDuplicates();
    assertThat(plan("--consecutive").windows().rounds()).isEmpty();
    assertThat(plan("--servers", "tomcat").windows().rounds()).isEmpty();
    assertThat(plan("--generator", "wrk").windows().rounds()).isEmpty();
    assertThat(plan("--find-max", "p99=100ms").windows().rounds()).isEmpty();
    assertThat(plan("--heap", "90000g").windows().rounds()).isEmpty();
  }

  @Test
  void anotherDelayOfEchoKeepsTheRequestsOfASecond() {
    assertThat(plan().echoDelay()).isEmpty();
    HttpPlan fast = plan("--echo-delay", "5ms");
    assertThat(fast.delay().mean()).isEqualTo(0.005);
    assertThat(fast.levels()).containsExactly(40);
    assertThat(fast.warmup().concurrency()).isEqualTo(15);
    assertThat(plan("--echo-delay", "95%:20ms,5%:1s").warmup().concurrency()).isEqualTo(207);
    assertThat(String.join("\n", PlanText.lines(fast))).contains("echo answers after 5ms");
  }

  /** Else the saturation throughput would be that of the connections at the delay. */
  @Test
  void aLongDelayOfEchoTakesMoreConnections() {
    assertThat(connections("--echo-delay", "100ms")).isEqualTo(3_600);
    assertThat(connections("--echo-delay", "1s")).isEqualTo(6_000);
    assertThat(connections("--echo-delay", "5ms")).isEqualTo(1_800);
    assertThat(connections("--echo-delay", "1s", "--connections", "50")).isEqualTo(50);
  }

  private static int connections(String... options) {
    return plan(Stream.concat(Stream.of("--overload", "200%"), Stream.of(options))
            .toArray(String[]::new))
        .rates()
        .orElseThrow()
        .connections();
  }

  @Test
  void aRoundOfTheQuickPresetSettlesOnlyForRates() {
    assertThat(plan().windows().settleSeconds()).isZero();
    assertThat(plan("--consecutive").windows().settleSeconds()).isEqualTo(12);
    assertThat(plan("--rates", "1000").windows().settleSeconds()).isEqualTo(12);
    assertThat(plan("--preset", "standard").windows().settleSeconds()).isEqualTo(12);
    assertThat(plan("--settle", "3s").windows().settleSeconds()).isEqualTo(3);
  }

  @Test
  void aGeneratorOfOthersDrivesTheLoadsThatItCan() {
    assertThat(plan().generator()).isEqualTo(GeneratorName.LOADGEN);
    assertThat(plan("--generator", "wrk").generator()).isEqualTo(GeneratorName.WRK);
    HttpPlan ab = plan("--generator", "ab", "--requests", "90000");
    assertThat(ab.requestsPerConnection()).contains(1);
    assertThat(ab.requests()).contains(90_000L);
    assertThat(plan("--generator", "oha", "--levels", "5", "--rates", "1000").generator())
        .isEqualTo(GeneratorName.OHA);
    HttpPlan rates = plan("--generator", "wrk2", "--rates", "25%");
    assertThat(String.join("\n", PlanText.lines(rates)))
        .contains("generator   wrk2 in the windows; loadgen warms up and settles");
    assertThat(new Saturation(rates).search().generator())
        .describedAs("wrk2 cannot drive a closed model")
        .isEqualTo(GeneratorName.LOADGEN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--levels=0",
        "--rates=0",
        "--rates=101%",
        "--rates=fast",
        "--find-max=p99",
        "--find-max=p12=1s",
        "--overload=120",
        "--overload=100%",
        "--overload=120% --generator=oha",
        "--for=5s",
        "--arrivals=poisson",
        "--connections=5",
        "--rates=5 --arrivals=often",
        "--preset=slow",
        "--servers=undertow",
        "--measure=10",
        "--trials=0",
        "--pin=echo=99999",
        "--server-cores=0",
        "--server-cores=100000",
        "--ports=echo=0",
        "--ports=echo=8080",
        "--heap=big",
        "--repeat-noisy=-1",
        "--generator=siege",
        "--generator=ab --rates=1000",
        "--generator=ab --requests-per-connection=10",
        "--generator=wrk --requests=9000",
        "--requests=0",
        "--requests=9000 --rates=1000",
        "--generator=wrk --rates=1000",
        "--generator=wrk2",
        "--generator=wrk2 --rates=1000 --arrivals=poisson",
        "--generator=h2load --find-max=p99=100ms",
        "--find-max=p99=100ms --echo-failures=errors=1%",
        "--find-max=p99=100ms --echo-failures=errors=0.3% --workload=calls=2",
        "--generator=wrk --measure=1500ms",
        "--until=equal",
        "--until=decided --trials=3",
        "--until=decided --budget=30s",
        "--until=decided --threshold=120%",
        "--until=decided --decide=futex_per_op",
        "--until=decided --servers=tomcat",
        "--windows=2 --servers=tomcat",
        "--windows=2 --consecutive",
        "--windows=3",
        "--quota=0",
        "--quota=much",
        "--quota=1.5 --server-cores=1",
        "--memory=256",
        "--memory=256m --heap=1g",
        "--echo-delay=fast",
        "--echo-delay=5s",
        "--echo-delay=95%:20ms,5%:6s",
        "--echo-delay=90%:5ms",
        "--budget=5m",
        "--threshold=5%",
        "--generator=wrk --trace=500ms",
        "--generator=wrk --observe-all-tiers",
        "--servers=tomcat,tomcat-platform",
        "--nonsense"
      })
  void aUsageErrorIsOneLineAndExitCode2(String option) {
    StringWriter err = new StringWriter();
    String[] words =
        Stream.concat(
                Stream.of("--home", "..", "--dry-run", "--tiers", "local"),
                Stream.of(option.split(" ", -1)))
            .toArray(String[]::new);
    int exit =
        HarnessProgram.commandLine(new SweepCommand()).setErr(new PrintWriter(err)).execute(words);
    assertThat(exit).isEqualTo(2);
    assertThat(err.toString().strip().lines()).singleElement().asString().startsWith("sweep: ");
  }

  @Test
  void failuresOnPurposeMayBeHalfOfWhatIsBeyondAPercentile() {
    assertThat(plan("--find-max", "p99=100ms", "--echo-failures", "errors=0.5%").echoFailures())
        .isPresent();
    assertThat(plan("--find-max", "p90=100ms", "--echo-failures", "errors=1%").echoFailures())
        .isPresent();
  }

  @Test
  void aResumedRunTakesNoOtherPlan() {
    StringWriter err = new StringWriter();
    int exit =
        HarnessProgram.commandLine(new SweepCommand())
            .setErr(new PrintWriter(err))
            .execute("--resume", "/nonexistent", "--levels", "5");
    assertThat(exit).isEqualTo(2);
    assertThat(err.toString()).contains("drop --levels");
  }

  @Test
  void aFolderThatIsNoRunIsNamed() {
    StringWriter err = new StringWriter();
    int exit =
        HarnessProgram.commandLine(new SweepCommand())
            .setErr(new PrintWriter(err))
            .execute("--resume", "/nonexistent");
    assertThat(exit).isEqualTo(1);
    assertThat(err.toString()).isEqualTo("sweep: /nonexistent is not a folder\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"manifest.json", "trials", "trials/01-x/server.log", "echo.log"})
  void aRunThatWouldBeWrittenThroughALinkIsNotResumed(String name, @TempDir Path temp)
      throws IOException {
    Path run = Files.createDirectory(temp.resolve("run"));
    Path victim = Files.writeString(temp.resolve("victim"), "precious");
    Path link = run.resolve(name);
    Files.createDirectories(link.getParent());
    Files.createSymbolicLink(link, victim);
    StringWriter err = new StringWriter();
    int exit =
        HarnessProgram.commandLine(new SweepCommand())
            .setErr(new PrintWriter(err))
            .execute("--resume", run.toString());
    assertThat(exit).isEqualTo(1);
    assertThat(err.toString()).contains(name + " is a link: a run folder has only").hasLineCount(1);
    assertThat(victim).hasContent("precious");
  }

  @Test
  void helpShowsExamplesAndExitCodes() {
    StringWriter out = new StringWriter();
    int exit =
        HarnessProgram.commandLine(new SweepCommand())
            .setOut(new PrintWriter(out))
            .execute("--help");
    assertThat(exit).isZero();
    assertThat(out.toString()).contains("--preset quick").contains("130").contains("--resume");
  }
}
