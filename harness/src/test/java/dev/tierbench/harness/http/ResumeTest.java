package dev.tierbench.harness.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.EarlierRuns;
import dev.tierbench.harness.HarnessProgram;
import dev.tierbench.harness.Plans;
import dev.tierbench.observer.host.CpuTopology;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.HttpPlan;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What a run folder may decide when its run is resumed, and what it may not. */
class ResumeTest {

  private static final String JDK = System.getProperty("java.home");
  private static final JsonMapper JSON = new JsonMapper();

  @TempDir Path folder;
  private final StringWriter err = new StringWriter();

  private static HttpPlan plan(String... options) {
    PlanOptions parsed = new PlanOptions();
    new CommandLine(CommandSpec.create().addMixin("plan", CommandSpec.forAnnotatedObject(parsed)))
        .parseArgs(options);
    CpuTopology cores =
        CpuTopology.of(new SystemFiles(Path.of("/nonexistent")), CpuList.parse("0-1"));
    return parsed.plan(Plans.SERVERS, cores);
  }

  private void began(String... options) {
    RunJson.write(new RunFolder(folder).manifest(), EarlierRuns.of(plan(options)));
  }

  /** What somebody else wrote into the manifest. */
  private void edited(Consumer<ObjectNode> edit) throws IOException {
    Path manifest = new RunFolder(folder).manifest();
    JsonNode json = JSON.readTree(Files.readString(manifest));
    edit.accept((ObjectNode) json.path("plan"));
    Files.writeString(manifest, JSON.writeValueAsString(json));
  }

  private int resume(String... more) {
    String[] words =
        Stream.concat(
                Stream.of("--resume", folder.toString(), "--home", "..", "--dry-run"),
                Stream.of(more))
            .toArray(String[]::new);
    return HarnessProgram.commandLine(new SweepCommand())
        .setErr(new PrintWriter(err, true))
        .execute(words);
  }

  private void assertRefused(String reason, String... more) {
    assertThat(resume(more)).isNotZero();
    assertThat(err.toString().strip().lines()).singleElement().asString().contains(reason);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--preset=standard",
        "--heap=2g --ports=echo=17081,tomcat=17080 --servers=tomcat,netty --aa",
        "--rates=1000,25% --arrivals=poisson --profile=cpu --workload=calls=3,fan=parallel",
        "--generator=wrk --levels=5 --no-observe --pin=off"
      })
  void anOrdinaryRunIsResumedByItsFolderAlone(String options) {
    began(options.split(" ", -1));
    assertThat(resume()).as(err.toString()).isZero();
  }

  @Test
  void aJdkOfTheFolderIsNotRun() throws IOException {
    began("--servers", "tomcat");
    edited(plan -> variant(plan).put("java_home", "/tmp/planted"));
    assertRefused("JDK of tomcat-platform: the run folder says /tmp/planted");
  }

  @Test
  void aJvmOptionOfTheFolderIsNotUsed() throws IOException {
    began("--servers", "tomcat");
    edited(plan -> variant(plan).putArray("jvm_options").add("-agentpath:/tmp/planted"));
    assertRefused("options of the JVM of tomcat-platform: the run folder says -agentpath");
  }

  @ParameterizedTest
  @ValueSource(strings = {"server", "echo", "loadgen"})
  void anOptionOfATiersJvmIsNotTakenFromTheFolder(String tier) throws IOException {
    began("--servers", "tomcat");
    edited(plan ->
        plan.withObject("/common/jvm_options").withArray(tier).add("-XX:OnOutOfMemoryError=x"));
    assertRefused("options of the JVM of " + tier);
  }

  @Test
  void anOptionOfAServerIsNotTakenFromTheFolder() throws IOException {
    began("--servers", "tomcat");
    edited(plan -> variant(plan).putArray("options").add("--spring.config.location=/tmp/planted"));
    assertRefused("options of tomcat-platform");
  }

  @Test
  void aHostOfTheFolderIsNotReached() throws IOException {
    began("--servers", "tomcat");
    edited(plan ->
        plan.withObject("/network")
            .putArray("hosts")
            .addObject()
            .put("name", "server")
            .put("tier", "server")
            .put("ssh", "planted")
            .put("address", "10.0.0.9")
            .put("java", "poweroff"));
    assertRefused("hosts: the run folder says server, what is typed makes ;");
    assertThat(err.toString()).contains("type --hosts or --context again");
  }

  @Test
  void anAddressOfTheFolderIsNotLoaded() throws IOException {
    began("--servers", "tomcat");
    edited(plan -> plan.withObject("/network").put("host", "10.0.0.9"));
    assertRefused("address: the run folder says 10.0.0.9, what is typed makes 127.0.0.1");
  }

  @Test
  void aPlaceOfTheFolderIsNotUsed() throws IOException {
    began("--servers", "tomcat");
    edited(
        plan -> plan.withObject("/network/places").putObject("server").put("address", "10.0.0.9"));
    assertRefused("the run places tiers with --place");
  }

  @Test
  void aRunWhoseTiersWereInNetworkNamespacesIsRefusedWithAReason() throws IOException {
    began("--servers", "tomcat");
    edited(plan ->
        plan.withObject("/network/places")
            .putObject("echo")
            .put("address", "10.0.0.3")
            .put("namespace", "tb-echo"));
    assertRefused("cannot resume: the run places tiers with --place, which no longer exists");
    assertThat(err.toString()).contains("--hosts");
  }

  @Test
  void aSubjectThatLeadsOutOfTheFolderIsRefused() throws IOException {
    began("--servers", "tomcat");
    String path = "x/../../../planted";
    edited(plan -> {
      plan.withObject("/common").putArray("subjects").add(path);
      plan.withObject("/common/variants").set(path, variant(plan).deepCopy());
    });
    assertRefused("invalid subject '" + path + "'");
  }

  @Test
  void aDescriptorOfTheFolderIsNotRun() throws IOException {
    began("--servers", "tomcat");
    edited(
        plan -> plan.withObject("/servers/tomcat-platform").withArray("command").add("poweroff"));
    assertRefused("the descriptor of tomcat-platform is not the one that the run began with");
  }

  @Test
  void whatBecomesAWordOfACommandIsWhatAnOptionCanGive() throws IOException {
    began("--servers", "tomcat", "--rates", "1000");
    edited(plan -> plan.withObject("/rates").put("arrivals", "constant --out=/tmp/planted"));
    assertRefused("--arrivals: unknown kind");
    began("--servers", "tomcat");
    edited(plan -> plan.put("workload", "calls=1&url=http://10.0.0.9"));
    err.getBuffer().setLength(0);
    assertRefused("--workload: invalid part");
    edited(plan -> {
      plan.putNull("workload");
      plan.withObject("/network/ports").put("echo", 70_000);
    });
    err.getBuffer().setLength(0);
    assertRefused("--ports: invalid port 'echo=70000'");
  }

  @Test
  void variantsAreTypedAgainAndHaveToBeTheRuns() {
    String typed = "tomcat@" + JDK + "+-Xmx64m,netty,tomcat";
    began("--servers", typed);
    assertThat(resume("--servers", typed)).as(err.toString()).isZero();
    assertRefused("is not taken from a run folder; type --servers again");
    err.getBuffer().setLength(0);
    assertRefused("is not part of the run", "--servers", "tomcat@" + JDK + "+-Xmx65m");
    err.getBuffer().setLength(0);
    assertRefused(
        "--servers lacks webflux-reactor",
        "--servers",
        "tomcat@" + JDK + "+-Xmx64m,tomcat-platform");
  }

  @Test
  void whatVariesIsTypedAgain() {
    String[] typed = {"--servers", "netty", "--vary", "ioWorkerCount=1,2"};
    began(typed);
    assertThat(resume(typed)).as(err.toString()).isZero();
    assertRefused("type --servers again");
  }

  @Test
  void whatIsTypedHasToBeTheRuns() {
    began("--servers", "tomcat", "--heap", "2g", "--ports", "tomcat=17080");
    assertThat(resume("--heap", "2g", "--ports", "tomcat=17080")).as(err.toString()).isZero();
    assertRefused("options of the JVM of server", "--heap", "3g");
    err.getBuffer().setLength(0);
    assertRefused("ports", "--ports", "tomcat=17081");
  }

  @Test
  void noTextOfTheFolderReachesTheTerminalRaw() throws IOException {
    began("--servers", "tomcat");
    edited(plan -> variant(plan).put("java_home", "/tmp/\u001b]52;c;x\u0007"));
    assertRefused("/tmp/\\u001b]52;c;x\\u0007");
  }

  @Test
  void aLinkInTheFolderIsNotFollowed() throws IOException {
    began("--servers", "tomcat");
    Path trial = Files.createDirectories(folder.resolve("trials/01-tomcat-platform"));
    Files.createSymbolicLink(trial.resolve("server.log"), folder.resolveSibling("victim"));
    int exit =
        HarnessProgram.commandLine(new SweepCommand())
            .setErr(new PrintWriter(err, true))
            .execute("--resume", folder.toString(), "--home", "..");
    assertThat(exit).isEqualTo(1);
    assertThat(err.toString()).contains("server.log is a link:");
  }

  private static ObjectNode variant(ObjectNode plan) {
    return plan.withObject("/common/variants/tomcat-platform");
  }

  @Test
  void theFolderStillDecidesOrderLevelsAndTimes() throws IOException {
    began("--servers", "tomcat,netty", "--levels", "5,20");
    edited(plan ->
        plan.withObject("/common")
            .putArray("subjects")
            .addAll(
                List.of(JSON.valueToTree("webflux-reactor"), JSON.valueToTree("tomcat-platform"))));
    assertThat(resume()).as(err.toString()).isZero();
  }
}
