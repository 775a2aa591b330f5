package dev.tierbench.harness.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.FakeHome;
import dev.tierbench.harness.Noise;
import dev.tierbench.harness.run.step.RateStep;
import dev.tierbench.metrics.Measurements;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.metrics.SustainedRate;
import dev.tierbench.rules.Rules;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.LatencyGoal;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Tier;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.Manifest;
import dev.tierbench.run.plan.Manifest.State;
import dev.tierbench.run.plan.Plan.Pinning;
import dev.tierbench.run.plan.RatePlan;
import dev.tierbench.run.protocol.LiveState;
import dev.tierbench.run.record.Checks;
import dev.tierbench.run.record.HostSpeed;
import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.Tiers;
import dev.tierbench.run.record.Warmup;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sweep as a real process over fake tiers that are real processes. */
@Tag("process")
@Tag("timed")
class SweepProcessTest {

  private static final String PORTS = "echo=17081,tomcat=17080";
  private static final Parameters TWO = Parameters.concurrency(2);
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
  }

  private Process sweep(String servers, String levels, String measure, String ports, String... more)
      throws IOException {
    return sweepOn(System.getenv("PATH"), servers, levels, measure, ports, more);
  }

  private Process sweepOn(
      String path, String servers, String levels, String measure, String ports, String... more)
      throws IOException {
    List<String> options = new ArrayList<>(List.of(more));
    // These keep no contract.
    options.addAll(List.of("--tiers", "local", "--no-verify", "--consecutive"));
    options.addAll(List.of("--servers", servers, "--levels", levels, "--measure", measure));
    if (!options.contains("--pin")) {
      // Fakes without a compiler would all wait for one core.
      options.addAll(List.of("--pin", "off"));
    }
    if (!options.contains("--repeat-noisy")) {
      // What else runs beside the tests decides what the probe finds.
      options.addAll(List.of("--no-probe", "--repeat-noisy", "0"));
    }
    if (!options.contains("--settle")) {
      options.addAll(List.of("--settle", "100ms"));
    }
    if (!options.contains("--warmup-cap")) {
      options.addAll(List.of("--warmup-cap", "0s"));
    }
    options.addAll(List.of("--trials", "1", "--heap", "64m", "--no-observe"));
    options.addAll(List.of("--warmup-top-cap", "0s", "--warmup-level", "4", "--ports", ports));
    options.addAll(List.of("--out", home.results().toString(), "--name", "test"));
    return home.sweepOn(path, options.toArray(String[]::new));
  }

  private RunFolder run() throws IOException {
    return new RunFolder(home.run());
  }

  private int resume() throws IOException, InterruptedException {
    return home.exitCode(home.sweep("--resume", home.run().toString()));
  }

  private Manifest manifest() throws IOException {
    return RunJson.read(run().manifest(), Manifest.class);
  }

  private Checks checks(String trial, int level) throws IOException {
    return RunJson.read(
        run().trial(trial).step(Parameters.concurrency(level)).checks(), Checks.class);
  }

  @Test
  void aWholeSweepWithAnAaControlLeavesACompleteFolderAndNoProcess() throws Exception {
    String ports = PORTS + ",netty=17082";
    int exit =
        home.exitCode(sweep("tomcat,netty", "2", "700ms", ports, "--aa", "--warmup-cap", "300ms"));
    Noise.assertMeasured(exit, run(), home.log());
    assertThat(home.leftOver()).isEmpty();
    assertThat(manifest().trialOrder())
        .containsExactly("01-tomcat-platform", "02-webflux-reactor", "03-tomcat-platform-aa");
    assertThat(home.log()).contains("written: " + run().report());
    assertThat(run().report()).hasContent("report");
    for (String trial : manifest().trialOrder()) {
      Measurements values =
          RunJson.read(run().trial(trial).step(TWO).measurements(), Measurements.class);
      assertThat(values.get(Metrics.get("requests_failed"))).contains(0.0);
      assertThat(values.get(Metrics.get("server_cores_used"))).isPresent();
    }
    RunFolder.Trial trial = run().trial("01-tomcat-platform");
    Tiers.Phase tiers =
        RunJson.read(trial.step(TWO).tiers(), Tiers.class)
            .phase(PhaseName.MEASURE.id())
            .orElseThrow();
    assertThat(tiers.tiers())
        .extracting(Tiers.Usage::tier)
        .containsExactlyInAnyOrder(Tier.LOADGEN, Tier.SERVER, Tier.ECHO);
    assertThat(tiers.tiers()).allSatisfy(tier -> assertThat(tier.cpuNs()).isPresent());
    assertThat(run().trial("03-tomcat-platform-aa").settings())
        .content()
        .contains("\"model\" : \"tomcat-platform\"")
        .isEqualTo(Files.readString(trial.settings()));
    assertThat(RunJson.read(trial.warmup(), Warmup.class).runs())
        .singleElement()
        .satisfies(warmup -> assertThat(warmup.stages()).hasSize(2))
        .satisfies(warmup -> assertThat(warmup.cells()).containsExactly(TWO));
    // What a window begins with is asked once a trial, and in the warm-up of the echo tier before.
    assertThat(Files.readAllLines(run().echoLog()))
        .filteredOn("asked for its counts by POST"::equals)
        .hasSizeGreaterThan(manifest().trialOrder().size());
  }

  @Test
  void everyTierRunsOnItsOwnCoresInAWindowThatOpensOnRelease() throws Exception {
    int exit =
        home.exitCode(
            sweep(
                "tomcat",
                "2",
                "700ms",
                PORTS,
                "--settle",
                "6500ms",
                "--warmup-cap",
                "300ms",
                "--pin",
                "auto"));
    assertThat(exit).describedAs(home.log()).isLessThanOrEqualTo(1);
    Pinning pinning = manifest().plan().pinning();
    Tiers tiers = RunJson.read(run().trial("01-tomcat-platform").step(TWO).tiers(), Tiers.class);
    assertThat(tiers.settle().orElseThrow().seconds()).isBetween(4.0, 6.4);
    assertThat(tiers.scheduling())
        .hasSize(3)
        .allSatisfy(tier -> {
          CpuList planned = pinning.cores(tier.tier()).orElseThrow();
          assertThat(tier.coresAtStart()).contains(planned);
          assertThat(tier.threadsAtEnd()).containsOnlyKeys(planned.text());
          assertThat(tier.threadsAtStart().values())
              .allSatisfy(count -> assertThat(count).isPositive());
          assertThat(tier.group().session()).isPresent();
        });
    assertThat(checks("01-tomcat-platform", 2).checks())
        .filteredOn(check -> check.name().equals("scheduling"))
        .singleElement()
        .satisfies(check -> assertThat(check.verdict()).isEqualTo(Verdict.PASS));
  }

  @Test
  void theHostIsProbedOnTheServersCoresBeforeAndAfterTheLoad() throws Exception {
    int exit =
        home.exitCode(
            sweep("tomcat", "2,4", "700ms", PORTS, "--pin", "auto", "--repeat-noisy", "0"));
    assertThat(exit).describedAs(home.log()).isLessThanOrEqualTo(1);
    String server = manifest().plan().pinning().cores(Tier.SERVER).orElseThrow().text();
    List<HostSpeed> speeds = new ArrayList<>();
    for (Parameters level : List.of(TWO, FOUR)) {
      RunFolder.Step step = run().trial("01-tomcat-platform").step(level);
      HostSpeed speed = RunJson.read(step.tiers(), Tiers.class).hostSpeed().orElseThrow();
      assertThat(speed.cores()).isEqualTo(server);
      assertThat(speed.before()).hasSize(5);
      assertThat(speed.after()).hasSize(5);
      assertThat(RunJson.read(step.measurements(), Measurements.class).get(Metrics.HOST_MEMORY))
          .isPresent();
      speeds.add(speed);
    }
    HostSpeed.Best first = speeds.getFirst().best().orElseThrow();
    HostSpeed.Best both = speeds.getLast().best().orElseThrow();
    assertThat(both.and(first)).isEqualTo(both);
    // Both were judged by the best of the whole run, which one of them has in each part.
    assertThat(List.of(checks("01-tomcat-platform", 2), checks("01-tomcat-platform", 4)))
        .extracting(all -> all.named(Rules.HOST_SPEED).orElseThrow().limit())
        .allSatisfy(limit -> assertThat(limit).isPresent());
  }

  @Test
  void aServerThatIsMovedInsideTheWindowIsFound() throws Exception {
    Process sweep = sweep("tomcat", "2", "1s", PORTS, "--pin", "auto");
    home.awaitText(
        sweep,
        "trials/01-tomcat-platform/steps/concurrency=0002/loadgen.log",
        "a slice of measure is over");
    ProcessHandle server = home.await(sweep, "tomcat-server.jar", "17081");
    FakeHome.move(server, "0");
    assertThat(home.exitCode(sweep)).describedAs(home.log()).isEqualTo(1);
    assertThat(checks("01-tomcat-platform", 2).checks())
        .filteredOn(check -> check.verdict() == Verdict.FAIL)
        .extracting(Checks.Check::name)
        .contains("scheduling");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tomcat-server.jar", "echo-server.jar"})
  void aTierKilledInAStepFailsThatStepAndTheNextFindsFreshTiers(String jar) throws Exception {
    Process sweep = sweep("tomcat", "2,4", "700ms", PORTS);
    home.await(sweep, "loadgen.jar", "steps/concurrency=0002");
    FakeHome.signal("KILL", home.await(sweep, jar, "17081"));
    assertFirstStepFailed(sweep);
  }

  private void assertFirstStepFailed(Process sweep) throws IOException, InterruptedException {
    assertThat(home.exitCode(sweep)).describedAs(home.log()).isEqualTo(1);
    assertThat(home.leftOver()).isEmpty();
    assertThat(manifest().state()).isEqualTo(State.FAILED);
    assertThat(Rules.isFault(checks("01-tomcat-platform", 2))).isTrue();
    assertThat(checks("01-tomcat-platform", 2).checks().getFirst().message())
        .contains("ended by signal 9");
    assertThat(Noise.failedOtherwise(checks("01-tomcat-platform", 4))).isEmpty();
  }

  @Test
  void aGeneratorKilledInAStepFailsItAndResumingRunsItAgainAndKeepsTheRest() throws Exception {
    Process sweep = sweep("tomcat", "2,4", "700ms", PORTS);
    FakeHome.signal("KILL", home.await(sweep, "loadgen.jar", "steps/concurrency=0002"));
    assertFirstStepFailed(sweep);
    String kept = Files.readString(run().trial("01-tomcat-platform").step(FOUR).checks());
    Noise.assertMeasured(resume(), run(), home.log());
    assertThat(manifest().resumedAt()).hasSize(1);
    assertThat(Files.readString(run().trial("01-tomcat-platform").step(FOUR).checks()))
        .isEqualTo(kept);
    assertThat(RunJson.read(run().trial("01-tomcat-platform").warmup(), Warmup.class).runs())
        .last()
        .satisfies(warmup -> assertThat(warmup.reason()).isEqualTo("trial resumed"))
        .satisfies(warmup -> assertThat(warmup.cells()).containsExactly(TWO));
  }

  @Test
  void otherJarsThanTheRunBeganWithAreRefusedAndChangeNothing() throws Exception {
    Process sweep = sweep("tomcat", "2", "30s", PORTS);
    home.await(sweep, "loadgen.jar", "steps/concurrency=0002");
    FakeHome.signal("KILL", sweep.toHandle());
    assertThat(home.leftOver()).isEmpty();
    String before = Files.readString(run().manifest());
    Files.write(home.jar("echo-server"), new byte[] {0}, StandardOpenOption.APPEND);
    int exit = resume();
    assertThat(exit).describedAs(home.log()).isEqualTo(1);
    assertThat(home.log()).contains("cannot resume: the jars (", ") are not those");
    assertThat(Files.readString(run().manifest())).isEqualTo(before);
  }

  @Test
  void aReportThatCannotBeWrittenIsAWarningAndTheNextResumeWritesIt() throws Exception {
    Files.move(home.jar("report"), folder.resolve("report.jar"));
    int exit = home.exitCode(sweep("tomcat", "2,4", "700ms", PORTS));
    Noise.assertMeasured(exit, run(), home.log());
    assertThat(home.log().lines().filter(line -> line.startsWith("warning: report.html or")))
        .singleElement()
        .asString()
        .contains("report.jar is missing", "./scripts/report.sh " + home.run());
    assertThat(RunJson.read(run().trial("01-tomcat-platform").warmup(), Warmup.class).runs())
        .singleElement()
        .satisfies(warmup -> assertThat(warmup.cells()).containsExactly(TWO, FOUR));
    assertThat(run().report()).doesNotExist();
    Files.move(folder.resolve("report.jar"), home.jar("report"));
    Noise.assertMeasured(resume(), run(), home.log());
    assertThat(run().report()).hasContent("report");
    Files.delete(run().report());
    Files.createDirectory(run().report());
    Noise.assertMeasured(resume(), run(), home.log());
    assertThat(home.log()).contains("exit code 1: report: ").contains("is a folder");
  }

  @Test
  void aServerThatRunsAnotherModelIsNotMeasuredUnderTheNameOfThePlans() throws Exception {
    int exit = home.exitCode(sweep("virtual", "2,4", "700ms", PORTS.replace("tomcat", "virtual")));
    assertThat(exit).describedAs(home.log()).isEqualTo(1);
    for (int level : List.of(2, 4)) {
      assertThat(checks("01-tomcat-virtual", level).checks())
          .singleElement()
          .extracting(Checks.Check::message)
          .asString()
          .contains("says in /settings that it is 'tomcat-platform', and not tomcat-virtual");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM"})
  void aSignalMarksTheFolderPartialAndExits130(String signal) throws Exception {
    Process sweep = sweep("tomcat", "2,4", "30s", PORTS);
    home.await(sweep, "loadgen.jar", "steps/concurrency=0002");
    FakeHome.signal(signal, sweep.toHandle());
    assertThat(home.exitCode(sweep)).describedAs(home.log()).isEqualTo(130);
    assertThat(home.leftOver()).isEmpty();
    assertThat(manifest().state()).isEqualTo(State.PARTIAL);
    assertThat(run().trial("01-tomcat-platform").step(TWO).checks()).doesNotExist();
    assertThat(home.log()).contains("--resume");
  }

  @Test
  void aRunThatIsUnderWayIsNotResumedBesideItAndKillingItLeavesNoProcess() throws Exception {
    Process sweep = sweep("tomcat", "2", "30s", PORTS);
    ProcessHandle loadgen = home.await(sweep, "loadgen.jar", "steps/concurrency=0002");
    assertThat(home.processes()).hasSize(3);
    assertThat(FakeHome.commandLine(loadgen))
        .describedAs("without a page or a terminal it is asked for nothing more")
        .contains("measure=")
        .doesNotContain("--event-latencies");
    Path first = home.root().resolve("sweep.log");
    Files.move(first, home.root().resolve("first.log"));
    assertThat(resume()).isEqualTo(1);
    assertThat(home.log().strip().lines())
        .last()
        .asString()
        .endsWith("is written to by process " + sweep.pid() + ": wait for its end, or end it");
    FakeHome.signal("KILL", sweep.toHandle());
    assertThat(home.exitCode(sweep)).isEqualTo(128 + 9);
    assertThat(home.leftOver()).isEmpty();
    Process resumed = home.sweep("--resume", home.run().toString());
    home.await(resumed, "loadgen.jar", "steps/concurrency=0002");
    FakeHome.signal("INT", resumed.toHandle());
    assertThat(home.exitCode(resumed)).describedAs(home.log()).isEqualTo(130);
  }

  @Test
  void aTakenPortIsNamedWithItsHolderBeforeAnythingStarts() throws Exception {
    try (ServerSocket taken = new ServerSocket(17081, 1, InetAddress.getLoopbackAddress())) {
      int exit = home.exitCode(sweep("tomcat", "2", "700ms", PORTS));
      assertThat(taken.isBound()).isTrue();
      assertThat(exit).isEqualTo(1);
    }
    assertThat(home.log())
        .contains("port 17081 for echo is taken by process " + ProcessHandle.current().pid());
    assertThat(home.results()).doesNotExist();
  }

  @Test
  void anotherGeneratorDrivesTheWindowAndIsMeasuredFromOutside() throws Exception {
    int exit =
        home.exitCode(
            sweepOn(FakeWrk.onPath(folder), "tomcat", "2", "2s", PORTS, "--generator", "wrk"));
    Noise.assertMeasured(exit, run(), home.log());
    assertThat(home.leftOver()).isEmpty();
    assertThat(home.log()).contains("wrk in the windows; loadgen warms up and settles");
    assertThat(manifest().tools()).contains(new Manifest.Tool("wrk", Optional.of("fake/4.1")));
    RunFolder.Step step = run().trial("01-tomcat-platform").step(TWO);
    LoadResult load = RunJson.read(step.load(), LoadResult.class);
    assertThat(load.environment().generator()).isEqualTo(GeneratorName.WRK);
    assertThat(load.environment().generatorVersion()).isEqualTo("fake/4.1");
    assertThat(load.phases()).extracting(LoadResult.Phase::name).containsExactly("measure");
    assertThat(step.raw().resolve("wrk-measure.txt"))
        .content()
        .contains(load.phases().getFirst().ok() + " requests in 2.00s");
    assertThat(step.latency()).doesNotExist();
    assertThat(step.path().resolve(".settle")).doesNotExist();
    Tiers tiers = RunJson.read(step.tiers(), Tiers.class);
    assertThat(tiers.phases().getFirst().tiers())
        .extracting(Tiers.Usage::tier)
        .containsExactlyInAnyOrder(Tier.LOADGEN, Tier.SERVER, Tier.ECHO);
    assertThat(tiers.phases().getFirst().tiers())
        .allSatisfy(tier -> assertThat(tier.cpuNs().orElseThrow()).isPositive());
    // Every request of wrk, and none of settling, is in the window.
    Noise.assertHandled(checks("01-tomcat-platform", 2));
    assertThat(checks("01-tomcat-platform", 2).named("accounting").orElseThrow().value()).isEmpty();
  }

  @Test
  void aGeneratorThatFailsIsAFaultWithItsOwnWords() throws Exception {
    String path = FakeWrk.refusedOnPath(folder);
    int exit = home.exitCode(sweepOn(path, "tomcat", "2", "1s", PORTS, "--generator", "wrk"));
    assertThat(exit).describedAs(home.log()).isEqualTo(1);
    assertThat(Rules.isFault(checks("01-tomcat-platform", 2))).isTrue();
    assertThat(checks("01-tomcat-platform", 2).checks().getFirst().message())
        .contains("wrk exited with code 1", "unable to connect to 127.0.0.1:1");
  }

  @Test
  void aGeneratorThatIsNotThereIsRefusedWithItsPackageBeforeAnythingStarts() throws Exception {
    String path = folder.resolve("empty").toString();
    int exit = home.exitCode(sweepOn(path, "tomcat", "2", "1s", PORTS, "--generator", "h2load"));
    assertThat(exit).describedAs(home.log()).isEqualTo(1);
    assertThat(home.log())
        .contains("cannot start: h2load is not on the PATH", "apt-get install nghttp2-client");
    assertThat(home.results()).doesNotExist();
  }

  /** The fake generator keeps a rate up to its capacity. */
  @Test
  void ratesInPercentAndTheHighestRateFollowFromTheSaturationThatIsMeasuredFirst()
      throws Exception {
    List<String> options =
        List.of("--rates", "20,20%", "--find-max", "p50=5s", "--connections", "16");
    int exit = home.exitCode(sweep("tomcat", "2", "500ms", PORTS, options.toArray(String[]::new)));
    RatePlan rates = manifest().httpPlan().rates().orElseThrow();
    double saturation = rates.saturation().get("tomcat-platform");
    assertThat(rates.rates()).contains(20, RatePlan.rounded(saturation / 5, 2)).hasSize(2);
    RunFolder.Trial trial = run().trial("01-tomcat-platform");
    assertThat(Files.exists(trial.step(TWO).checks())).isTrue();
    LatencyGoal goal = rates.goal().orElseThrow();
    List<RateStep> steps = RateStep.of(trial, goal);
    TreeMap<Integer, Boolean> kept = new TreeMap<>();
    steps.forEach(step -> step.kept().ifPresent(found -> kept.put(step.rate(), found)));
    boolean spoiled = steps.stream().anyMatch(step -> step.kept().isEmpty());
    assertThat(exit).describedAs(home.log()).isLessThanOrEqualTo(1);
    assertThat(kept.entrySet())
        .describedAs(home.log())
        .allSatisfy(
            step -> assertThat(step.getValue()).isEqualTo(step.getKey() <= FakeLoadgen.CAPACITY));
    // A step that a busy host spoils may leave the search with nothing between which to search.
    if (!spoiled) {
      SustainedRate highest = SustainedRate.of(kept);
      assertThat(highest.kept()).describedAs(home.log()).isPresent();
      assertThat(highest.missed().orElseThrow())
          .describedAs(home.log())
          .isLessThanOrEqualTo(highest.kept().orElseThrow() * 3 / 2);
    }
  }

  private static HttpResponse<String> get(HttpClient client, URI target)
      throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(target).build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void aLiveSweepTellsItsSecondsAndResultsAndEndsWithTheReport() throws Exception {
    Process sweep = sweep("tomcat", "2", "1500ms", PORTS, "--warmup-cap", "500ms", "--live");
    URI live = URI.create(home.awaitLine(sweep, "live        http://127.0.0.1:").substring(12));
    List<String> kinds = new ArrayList<>();
    List<String> data = new ArrayList<>();
    HttpClient client = HttpClient.newHttpClient();
    assertThat(get(client, live).body()).isEqualTo("live page");
    HttpResponse<InputStream> events =
        client.send(
            HttpRequest.newBuilder(live.resolve("events")).build(),
            HttpResponse.BodyHandlers.ofInputStream());
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(events.body(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine();
          !line.equals("event: " + LiveState.END);
          line = lines.readLine()) {
        if (line.startsWith("event: ")) {
          kinds.add(line.substring("event: ".length()));
        } else if (line.startsWith("data: ")) {
          data.add(line.substring("data: ".length()));
        }
      }
      assertThat(get(client, live.resolve("report")).body()).isEqualTo("report");
    }
    // Its close would wait for what was left of the stream.
    client.shutdownNow();
    // A busy host makes a step FAIL.
    assertThat(home.exitCode(sweep)).describedAs(home.log()).isLessThanOrEqualTo(1);
    assertThat(kinds).first().isEqualTo(LiveState.STATE);
    assertThat(kinds)
        .contains(LiveState.POSITION, LiveState.SECOND, LiveState.RESULT, LiveState.LINE)
        .endsWith(LiveState.REPORT);
    LiveState.Second last =
        RunJson.parse(data.get(kinds.lastIndexOf(LiveState.SECOND)), LiveState.Second.class);
    assertThat(last.trial() + " " + last.step() + " " + last.phase())
        .isEqualTo("01-tomcat-platform 2 measure");
    assertThat(last.requests().p50Ms()).contains(50.5);
    assertThat(last.requests().p99Ms()).isEmpty();
    assertThat(last.cpu())
        .extracting(LiveState.TierCpu::tier)
        .containsExactlyInAnyOrder(Tier.ECHO, Tier.SERVER, Tier.LOADGEN);
    assertThat(last.cpu()).allSatisfy(tier -> assertThat(tier.cores()).isPresent());
  }

  @Test
  void aLivePortThatIsTakenIsOneLineAndNothingIsStarted() throws Exception {
    try (ServerSocket taken =
        new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
      String port = String.valueOf(taken.getLocalPort());
      assertThat(home.exitCode(sweep("tomcat", "2", "500ms", PORTS, "--live", port))).isEqualTo(1);
      assertThat(home.log().lines().filter(line -> line.startsWith("sweep: ")))
          .singleElement()
          .asString()
          .startsWith("sweep: cannot start: --live " + port + ": ");
      assertThat(home.results()).doesNotExist();
    }
  }
}
