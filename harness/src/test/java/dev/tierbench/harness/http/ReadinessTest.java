package dev.tierbench.harness.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.harness.EarlierRuns;
import dev.tierbench.harness.Plans;
import dev.tierbench.harness.http.SweepVerification.Choice;
import dev.tierbench.harness.preflight.Installation;
import dev.tierbench.harness.preflight.JvmVariables;
import dev.tierbench.harness.secret.Secrets;
import dev.tierbench.harness.tier.remote.RemoteHosts;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Manifest;
import dev.tierbench.run.plan.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What has to be as it was when a run is taken up again. */
@Tag("process")
class ReadinessTest {

  private static final Path JDK = Path.of(System.getProperty("java.home"));

  @TempDir Path folder;
  private Path jar;

  @BeforeEach
  void jars() throws IOException {
    jar = Files.writeString(folder.resolve("orders.jar"), "a build");
    Path loadgen = folder.resolve("loadgen/target/loadgen.jar");
    Files.createDirectories(loadgen.getParent());
    Files.writeString(loadgen, "a build");
  }

  /** A sweep over a service of the user's own. */
  private Readiness readiness(String how) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("orders.yml"),
            "model: orders\ncontract: none\nport: 9080\nurl: /orders\n" + how);
    HttpPlan plan =
        Plans.sweep(
                List.of("orders"),
                List.of(2),
                new Plan.Pinning(Plan.Pinning.OFF, Map.of(), ""),
                Map.of("orders", 9_080),
                Map.of("server", List.of("-Xmx64m")))
            .withServers(
                Map.of("orders", Plans.SERVERS.and(List.of(file.toString())).get("orders")));
    Installation installation = new Installation(folder, JDK);
    return new Readiness(
        installation,
        plan,
        Optional.empty(),
        new RemoteHosts(plan, installation),
        new SweepVerification(installation, plan, Choice.DONE, Secrets.NONE));
  }

  private Readiness ofJar() throws IOException {
    return readiness(
        "command: ['{java}', '{jvm}', '-Xlog:gc:file={here}/gc.log', -jar, '{here}/orders.jar']\n");
  }

  private static Manifest began(Readiness readiness) throws Exception {
    Installation installation = readiness.installation();
    Manifest.Java java = installation.java().orElseThrow();
    List<Manifest.Jar> jars = new ArrayList<>(installation.fingerprints(readiness.modules()));
    jars.addAll(readiness.ownPrograms());
    List<Manifest.Tool> tools =
        Stream.concat(readiness.tools().stream(), JvmVariables.REAL.tools().stream()).toList();
    return EarlierRuns.of(readiness.plan()).with(next -> next.java(java).jars(jars).tools(tools));
  }

  @Test
  void anotherBuildOfTheUsersJarIsNotPooledWithTheOneThatTheRunBeganWith() throws Exception {
    Readiness readiness = ofJar();
    Manifest earlier = began(readiness);
    Files.writeString(folder.resolve("gc.log"), "what the server wrote");
    readiness.requireSame(earlier);
    Files.writeString(jar, "another build");
    assertThatThrownBy(() -> readiness.requireSame(earlier))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("cannot resume: the jars (" + jar.toRealPath() + ") are not those");
  }

  @Test
  void aJarThatIsMissingIsLeftToTheFindings() throws Exception {
    Readiness readiness = ofJar();
    Manifest earlier = began(readiness);
    Files.delete(jar);
    readiness.requireSame(earlier);
    assertThat(readiness.ownPrograms()).isEmpty();
  }

  @Test
  void aServiceThatRunsAlreadyHasNoProgram() throws Exception {
    assertThat(readiness("running: true\n").ownPrograms()).isEmpty();
  }

  @Test
  void aSettingThatIsNoLongerGivenIsNamed() throws Exception {
    Readiness readiness = ofJar();
    List<Manifest.Tool> tools = new ArrayList<>(began(readiness).tools());
    tools.add(new Manifest.Tool("nice of echo", Optional.of("-10")));
    Manifest earlier = began(readiness).withTools(tools);
    assertThatThrownBy(() -> readiness.requireSame(earlier))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("cannot resume: the tools and settings (nice of echo) are not");
  }
}
