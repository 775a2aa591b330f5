package dev.tierbench.harness.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tierbench.harness.FakeHome;
import dev.tierbench.harness.Noise;
import dev.tierbench.observer.host.HostFacts;
import dev.tierbench.rules.Rules;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.Manifest;
import dev.tierbench.run.record.Checks;
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

/** The sweep as a real process over containers of a fake engine, which are real processes. */
@Tag("process")
@Tag("timed")
class ContainerSweepTest {

  private static final String TRIAL = "01-tomcat-platform";

  @TempDir Path folder;
  private FakeHome home;
  private FakeEngine engine;

  @BeforeEach
  void containers() throws IOException {
    home = FakeTiers.home(folder);
    engine = FakeEngine.in(folder);
    engine.add("echo", 17_181, jar("echo-server"), "--port", "17181");
    engine.add(
        "tomcat-platform",
        17_180,
        jar("tomcat-server"),
        "--server.port=17180",
        "--echo.url=http://127.0.0.1:17181");
  }

  private Path jar(String module) {
    return home.root().resolve(module).resolve("target").resolve(module + ".jar");
  }

  @AfterEach
  void endTheContainers() {
    home.processes().forEach(ProcessHandle::destroyForcibly);
  }

  private Process sweep(String levels, String... more) throws IOException {
    List<String> options = new ArrayList<>();
    options.addAll(List.of("--levels", levels, "--measure", "700ms"));
    options.addAll(List.of("--settle", "100ms", "--trials", "1", "--warmup-level", "4"));
    options.addAll(
        List.of(
            "--warmup-top-cap",
            "0s",
            "--warmup-cap",
            "0s",
            "--name",
            "test",
            "--no-observe",
            "--no-probe",
            "--repeat-noisy",
            "0"));
    options.addAll(List.of("--out", home.results().toString()));
    options.addAll(List.of(more));
    if (!options.contains("--servers")) {
      options.addAll(List.of("--servers", "tomcat"));
    }
    if (!options.contains("--pin")) {
      // Fakes without a compiler would all wait for one core.
      options.addAll(List.of("--pin", "off"));
    }
    return home.sweepOn(engine.path(), options.toArray(String[]::new));
  }

  private RunFolder run() throws IOException {
    return new RunFolder(home.run());
  }

  private Checks checks(int level) throws IOException {
    return RunJson.read(
        run().trial(TRIAL).step(Parameters.concurrency(level)).checks(), Checks.class);
  }

  @Test
  void containersAreRestartedMeasuredAndLeftRunning() throws Exception {
    Noise.assertMeasured(home.exitCode(sweep("2", "--tiers", "compose")), run(), home.log());
    Manifest manifest = RunJson.read(run().manifest(), Manifest.class);
    assertThat(manifest.containers().orElseThrow().list())
        .extracting(Manifest.Container::tier)
        .containsExactly("echo", "tomcat-platform");
    assertThat(manifest.jars()).extracting(Manifest.Jar::name).containsExactly("loadgen");
    assertThat(Files.readString(run().trial(TRIAL).serverLog())).contains("fake server is up");
    assertThat(checks(2).checks())
        .extracting(Checks.Check::name)
        .contains("cgroup_cpu", "throttled");
    assertThat(home.processes()).describedAs("containers that go on").hasSize(2);
  }

  private void startReactor() throws Exception {
    engine.add(
        "webflux-reactor",
        17_182,
        jar("netty-server"),
        "--server.port=17182",
        "--netty.model=webflux-reactor",
        "--echo.url=http://127.0.0.1:17181");
    engine.start("webflux-reactor");
  }

  @Test
  void oneServerRunsAtATimeAndAllRunAgainAtTheEnd() throws Exception {
    startReactor();
    Noise.assertMeasured(home.exitCode(sweep("2", "--tiers", "compose")), run(), home.log());
    assertThat(engine.calls())
        .endsWith(
            "stop webflux-reactor",
            "stop tomcat-platform",
            "start tomcat-platform",
            "start webflux-reactor");
    assertThat(home.processes()).hasSize(3);
  }

  @Test
  void whatIsNotStartedIsNamedWithTheCommandThatStartsIt() throws Exception {
    String command = "docker compose --profile all up -d";
    assertThat(home.exitCode(sweep("2", "--tiers", "compose", "--servers", "tomcat,floor")))
        .isEqualTo(1);
    assertThat(home.log())
        .contains("cannot start: there is no container of netty-floor; make them: " + command);
    engine.removeAll();
    assertThat(home.exitCode(sweep("2", "--tiers", "compose", "--servers", "tomcat,floor")))
        .isEqualTo(1);
    assertThat(home.log().lines())
        .last()
        .isEqualTo("sweep: there are no containers of tiers; make them: " + command);
  }

  @Test
  void aDescriptorMayNameTheServiceThatCarriesItsServer() throws Exception {
    Path file = folder.resolve("mine.yml");
    Files.writeString(file, "model: tomcat-platform\ncontainer: my-service\nport: 17185\n");
    engine.addService(
        "my-service",
        jar("tomcat-server"),
        "--server.port=17185",
        "--echo.url=http://127.0.0.1:17181");
    int exit = home.exitCode(sweep("2", "--tiers", "compose", "--servers", "tomcat," + file));
    Noise.assertMeasured(exit, run(), home.log());
    Manifest manifest = RunJson.read(run().manifest(), Manifest.class);
    assertThat(manifest.containers().orElseThrow().list())
        .extracting(Manifest.Container::tier, Manifest.Container::name)
        .contains(tuple("mine", "p_my-service_1"));
    assertThat(home.exitCode(sweep("2", "--tiers", "local", "--servers", file.toString())))
        .isEqualTo(2);
    assertThat(home.log().lines())
        .contains(
            "sweep: mine has no command: start its container 'my-service', and measure it with --tiers"
                + " compose");
  }

  @Test
  void containersHaveCoresOfTheirOwnUntilTheSweepEnds() throws Exception {
    home.exitCode(sweep("2", "--tiers", "compose", "--pin", "auto"));
    Manifest manifest = RunJson.read(run().manifest(), Manifest.class);
    String all = HostFacts.REAL.online().text();
    assertThat(engine.updates("tomcat-platform"))
        .containsExactly(manifest.httpPlan().pinning().cpus().get("server"), all);
    assertThat(engine.updates("echo"))
        .containsExactly(manifest.httpPlan().pinning().cpus().get("echo"), all);
  }

  @Test
  void aQuotaIsGivenByTheEngineAndTakenAwayAtTheEnd() throws Exception {
    int exit = home.exitCode(sweep("2", "--tiers", "compose", "--quota", "0.5,1"));
    assertThat(exit).describedAs(home.log()).isEqualTo(1);
    assertThat(engine.quotas())
        .containsExactly(
            "--cpu-period 100000 --cpu-quota 50000 tomcat-platform",
            "--cpu-period 100000 --cpu-quota 100000 tomcat-platform",
            "--cpu-quota -1 tomcat-platform");
    // The fake gives none, which the check has to find.
    Path checks =
        run().trial("01-tomcat-platform+quota=0.5").step(Parameters.concurrency(2)).checks();
    assertThat(RunJson.read(checks, Checks.class).checks())
        .filteredOn(check -> check.name().equals("quota"))
        .singleElement()
        .extracting(Checks.Check::message)
        .asString()
        .contains("the plan asks for 0.50 cores");
  }

  @Test
  void whatAKilledSweepChangedIsPutBackByTheNext() throws Exception {
    startReactor();
    Process sweep = sweep("2", "--tiers", "compose", "--pin", "auto");
    home.await(sweep, "loadgen.jar", "steps/concurrency=0002");
    FakeHome.signal("KILL", sweep.toHandle());
    assertThat(home.exitCode(sweep)).isEqualTo(128 + 9);
    assertThat(engine.calls()).last().isEqualTo("start tomcat-platform");

    // Another sweep, which does not get far.
    assertThat(home.exitCode(sweep("2", "--tiers", "compose", "--heap", "2g"))).isEqualTo(2);
    assertThat(home.log()).contains("containers of a sweep that was killed");
    assertThat(engine.calls()).last().isEqualTo("start webflux-reactor");
    String all = HostFacts.REAL.online().text();
    assertThat(engine.updates("tomcat-platform")).last().isEqualTo(all);
    assertThat(engine.updates("echo")).last().isEqualTo(all);

    assertThat(home.exitCode(sweep("2", "--tiers", "compose", "--heap", "2g"))).isEqualTo(2);
    assertThat(home.log()).doesNotContain("killed");
  }

  @Test
  void autoMeasuresContainersOnlyWhenTheyRun() throws Exception {
    assertThat(home.exitCode(sweep("2", "--dry-run"))).isZero();
    assertThat(home.log()).doesNotContain("containers");
    engine.start("echo");
    engine.start("tomcat-platform");
    assertThat(home.exitCode(sweep("2", "--dry-run"))).isZero();
    assertThat(home.log()).contains("containers of p (engine 1.0), network host");
    assertThat(home.exitCode(sweep("2", "--dry-run", "--tiers", "local"))).isZero();
    assertThat(home.log()).doesNotContain("containers");
  }

  @Test
  void anOptionThatTheContainersDecideIsRefused() throws Exception {
    assertThat(home.exitCode(sweep("2", "--tiers", "compose", "--heap", "2g"))).isEqualTo(2);
    assertThat(home.log()).contains("--heap").contains("SERVER_HEAP");
    assertThat(home.results()).doesNotExist();
  }

  @Test
  void aContainerKilledInAStepFailsThatStepAndTheNextFindsItRestarted() throws Exception {
    Process sweep = sweep("2,4", "--tiers", "compose");
    home.await(sweep, "loadgen.jar", "steps/concurrency=0002");
    FakeHome.signal("KILL", home.await(sweep, "tomcat-server.jar", "17180"));
    assertThat(home.exitCode(sweep)).describedAs(home.log()).isEqualTo(1);
    assertThat(Rules.isFault(checks(2))).describedAs(home.log()).isTrue();
    assertThat(checks(2).checks().getFirst().message())
        .contains("container p_tomcat-platform_1 was ended by signal 9");
    assertThat(Rules.isFault(checks(4))).isFalse();
  }

  @Test
  void anEngineThatStopsInASweepFailsWhatIsLeftAndNothingHangs() throws Exception {
    Process sweep = sweep("2,4", "--tiers", "compose");
    home.await(sweep, "loadgen.jar", "steps/concurrency=0002");
    engine.stopAnswering();
    FakeHome.signal("KILL", home.await(sweep, "tomcat-server.jar", "17180"));
    assertThat(home.exitCode(sweep)).describedAs(home.log()).isEqualTo(1);
    assertThat(checks(2).checks().getFirst().message()).contains("the engine does not report how");
    assertThat(checks(4).checks().getFirst().message()).contains("Cannot connect");
    assertThat(Files.readString(run().trial(TRIAL).serverLog())).contains("cannot be read");
  }

  @Test
  void composeWithoutAnEngineIsOneLine() throws Exception {
    engine.stopAnswering();
    assertThat(home.exitCode(sweep("2", "--tiers", "compose"))).isEqualTo(1);
    assertThat(home.log().lines())
        .last()
        .asString()
        .startsWith("sweep: docker info failed with exit code 1: Cannot");
  }
}
