package dev.tierbench.harness.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.FakeHome;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.ProfileKind;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.record.Checks;
import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.Profile;
import dev.tierbench.run.record.Stacks;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sweep over a server that only a file outside of the installation describes. */
@Tag("process")
@Tag("timed")
class OwnServerProcessTest {

  private static final Parameters TWO = Parameters.concurrency(2);
  private static final String TRIAL = "01-orders";

  @TempDir Path folder;
  private FakeHome home;
  private Path descriptor;

  @BeforeEach
  void home() throws IOException {
    home = FakeTiers.home(folder);
    descriptor = folder.resolve("orders.yml");
    describe(200);
  }

  @AfterEach
  void endWhatAFailedTestLeft() {
    home.processes().forEach(ProcessHandle::destroyForcibly);
  }

  private void describe(int status) throws IOException {
    Files.writeString(
        descriptor,
        """
        model: orders
        contract: none
        command: ["{java}", "{jvm}", -cp, "%s", %s, "{port}", /orders, "%d"]
        env: {ORDER: "of {port}"}
        port: 17480
        url: /orders
        """
            .formatted(System.getProperty("java.class.path"), OwnServer.class.getName(), status));
  }

  private int sweep(String... options) throws IOException, InterruptedException {
    return home.exitCode(home.sweep(options));
  }

  private int sweep() throws IOException, InterruptedException {
    return sweep((options() + " --pin off").split(" "));
  }

  private String options() {
    return "--servers "
        + descriptor
        + " --tiers local --levels 2 --measure 700ms --settle 100ms"
        + " --warmup-cap 0s --warmup-top-cap 0s --trials 1 --heap 64m --no-observe --no-probe --repeat-noisy 0"
        + " --name test --out "
        + home.results();
  }

  private RunFolder run() throws IOException {
    return new RunFolder(home.run());
  }

  private Checks checks() throws IOException {
    return RunJson.read(run().trial(TRIAL).step(TWO).checks(), Checks.class);
  }

  @Test
  void aJarThatWasNotBuiltIsSaidBeforeAnythingStarts() throws Exception {
    Files.writeString(
        descriptor,
        """
        model: orders
        contract: none
        command: ["{java}", "{jvm}", -jar, "{here}/target/orders.jar", "{port}"]
        port: 17480
        url: /orders
        """);
    assertThat(sweep()).isEqualTo(1);
    assertThat(home.log()).contains("orders: there is no ").contains("build the service first");
    assertThat(home.results()).doesNotExist();
  }

  @Test
  void itIsMeasuredWithoutAnEchoTierAgainstItsOwnFirstAnswer() throws Exception {
    // On a busy host a boundary may come too late, which is no matter here.
    assertThat(sweep()).describedAs(home.log()).isLessThanOrEqualTo(1);
    assertThat(home.log()).contains("orders: ORDER='of 17480' ", OwnServer.class.getName());
    assertThat(run().echoLog()).doesNotExist();
    assertThat(run().trial(TRIAL).settings())
        .content()
        .containsSubsequence("\"reference\"", "\"status\" : 200", "\"bytes\" : 14");
    for (String name : new String[] {"handled", "echo_delay", "jit_echo"}) {
      assertThat(checks().named(name))
          .hasValueSatisfying(check -> {
            assertThat(check.verdict()).isEqualTo(Verdict.PASS);
            assertThat(check.value()).isEmpty();
            assertThat(check.message()).startsWith("does not apply");
          });
    }
    assertThat(home.leftOver()).isEmpty();
  }

  @Test
  void aServiceThatRunsAlreadyIsMeasuredAndLeftAlone() throws Exception {
    int port = 17_481;
    Process service =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                OwnServer.class.getName(),
                String.valueOf(port),
                "/orders",
                "200")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("service.log").toFile())
            .start();
    try {
      for (int tries = 0; tries < 100 && isFree(port); tries++) {
        Thread.sleep(50);
      }
      Files.writeString(
          descriptor,
          """
          model: orders
          contract: none
          running: true
          port: %d
          url: /orders
          """
              .formatted(port));
      // The other tiers have cores of their own; it is on those that it has.
      assertThat(sweep(options().split(" "))).describedAs(home.log()).isLessThanOrEqualTo(1);
      assertThat(home.log()).contains("orders runs already: all trials measure one JVM");
      LoadResult load = RunJson.read(run().trial(TRIAL).step(TWO).load(), LoadResult.class);
      assertThat(load.phase("measure").orElseThrow().ok()).isPositive();
      assertThat(checks().named("cpu").orElseThrow().verdict()).isEqualTo(Verdict.PASS);
      assertThat(service.isAlive()).as("after the sweep").isTrue();
    } finally {
      service.destroyForcibly().waitFor();
    }
    assertThat(home.leftOver()).isEmpty();
  }

  private static boolean isFree(int port) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 100);
      return false;
    } catch (ConnectException e) {
      return true;
    }
  }

  @Test
  void aScriptThatWaitsForItsJvmIsNotMeasuredInItsPlace() throws Exception {
    Path script = folder.resolve("start.sh");
    Files.writeString(script, "\"$@\"\necho ended\n");
    String text = Files.readString(descriptor);
    Files.writeString(descriptor, text.replace("command: [", "command: [sh, \"" + script + "\", "));
    assertThat(sweep()).isNotZero();
    assertThat(home.log()).contains("is no JVM, and has one as its child", "'exec java ...'");
    assertThat(home.leftOver()).isEmpty();
  }

  @Test
  void itsProfileIsOfAWindowOfItsOwn() throws Exception {
    String[] options =
        ("--servers "
                + descriptor
                + " --tiers local --levels 2 --measure 700ms --settle 100ms --warmup-cap 0s"
                + " --warmup-top-cap 0s --trials 1 --heap 64m --no-observe --no-probe --repeat-noisy 0 --pin off"
                + " --profile cpu,alloc --profile-time 1s --name test --out "
                + home.results())
            .split(" ");
    assertThat(sweep(options)).describedAs(home.log()).isLessThanOrEqualTo(1);
    RunFolder.Step step = run().trial(TRIAL).step(TWO);
    Profile profile = RunJson.read(step.profile(), Profile.class);
    assertThat(profile.failure()).describedAs(profile.toString()).isEmpty();
    assertThat(profile.recorder()).startsWith("async-profiler ");
    assertThat(profile.caveats()).noneMatch(caveat -> caveat.what().contains("neighbour"));
    assertThat(profile.windowMs()).isBetween(900L, 3_000L);
    assertThat(profile.parts())
        .extracting(Profile.Part::kind)
        .containsExactly(ProfileKind.CPU, ProfileKind.ALLOC);
    assertThat(Stacks.parse(Files.readString(step.stacks(ProfileKind.CPU))).weight())
        .isEqualTo(profile.parts().getFirst().weight());
    assertThat(checks().named("profile").flatMap(Checks.Check::value)).isPresent();
    assertThat(RunJson.read(step.load(), LoadResult.class).phase("profile")).isPresent();
    assertThat(home.leftOver()).isEmpty();
  }

  @Test
  void helpersOfAServerDoNotOutliveASweepThatIsKilled() throws Exception {
    Path pid = folder.resolve("helper.pid");
    Path script = folder.resolve("start.sh");
    Files.writeString(script, "sleep 321 & echo $! >" + pid + "; exec \"$@\"\n");
    String text = Files.readString(descriptor);
    Files.writeString(descriptor, text.replace("command: [", "command: [sh, \"" + script + "\", "));
    Process sweep =
        home.sweep(
            ("--servers "
                    + descriptor
                    + " --tiers local --levels 2 --measure 30s --settle 100ms --warmup-cap 0s"
                    + " --warmup-top-cap 0s --trials 1 --heap 64m --no-observe --no-probe"
                    + " --pin off --name test --out "
                    + home.results())
                .split(" "));
    home.await(sweep, "loadgen.jar", "steps/concurrency=0002");
    ProcessHandle helper =
        ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
    assertThat(helper.isAlive()).isTrue();
    FakeHome.signal("KILL", sweep.toHandle());
    assertThat(home.exitCode(sweep)).isEqualTo(128 + 9);
    assertThat(helper.onExit().completeOnTimeout(null, 10, TimeUnit.SECONDS).join()).isNotNull();
    assertThat(home.leftOver()).isEmpty();
  }

  @Test
  void anErrorAsItsFirstAnswerIsNoReference() throws Exception {
    describe(503);
    Files.writeString(descriptor, Files.readString(descriptor) + "health: /ready\n");
    assertThat(sweep()).isEqualTo(1);
    assertThat(checks().named("fault"))
        .hasValueSatisfying(check ->
            assertThat(check.message())
                .contains("orders did not answer http://127.0.0.1:17480/orders: status 503"));
    assertThat(home.leftOver()).isEmpty();
  }

  @Test
  void aRunFolderAloneStartsNothing() throws Exception {
    assertThat(sweep()).isLessThanOrEqualTo(1);
    Path step = run().trial(TRIAL).step(TWO).checks();
    Files.delete(step);
    String run = home.run().toString();

    assertThat(sweep("--resume", run)).isNotZero();
    assertThat(home.log())
        .contains("no descriptor of orders is known", "--servers PATH/orders.yml");
    describe(201);
    assertThat(sweep("--resume", run, "--servers", descriptor.toString())).isNotZero();
    assertThat(home.log()).contains("the descriptor of orders is not the one");
    assertThat(step).doesNotExist();

    describe(200);
    assertThat(sweep("--resume", run, "--servers", descriptor.toString()))
        .describedAs(home.log())
        .isLessThanOrEqualTo(1);
    assertThat(step).exists();
  }
}
