package dev.tierbench.harness.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.harness.Plans;
import dev.tierbench.harness.http.drive.LoadShares;
import dev.tierbench.harness.preflight.Installation;
import dev.tierbench.observer.host.OwnProcess;
import dev.tierbench.run.Load;
import dev.tierbench.run.Workload;
import dev.tierbench.run.descriptor.Contract;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.descriptor.ServerDescriptorBuilder;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Plan;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TierCommandsTest {

  private static final Installation INSTALLATION =
      new Installation(Path.of("/home"), Path.of("/jdk"));
  private static final String MINE = "mine";

  private static TierCommands of(ServerDescriptor server) {
    return new TierCommands(INSTALLATION, plan(server));
  }

  private static HttpPlan plan(ServerDescriptor server) {
    HttpPlan plan =
        Plans.sweep(
            List.of(MINE),
            List.of(5),
            new Plan.Pinning("off", Map.of(), ""),
            Map.of(MINE, 9_000, "echo", 8_081),
            Map.of("server", List.of("-Xms1g", "-Xmx1g"), "loadgen", List.of(), "echo", List.of()));
    return plan.withServers(Map.of(MINE, server));
  }

  private static ServerDescriptorBuilder descriptor() {
    return ServerDescriptorBuilder.builder().model(MINE).port(9_000);
  }

  @Test
  void aShareOfARateHasNoMoreDigitsThanTheGeneratorTakes() throws Exception {
    TierCommands commands = of(descriptor().module(Optional.of("tomcat-server")).build());
    List<String> rates =
        LoadShares.of(new Load.Open(1_000, "constant", 2_600), 3).stream()
            .map(share ->
                commands.loadgenOptions(
                    commands.requests().work(MINE, Optional.empty()).options(),
                    share,
                    "measure=1s"))
            .map(options -> options.get(options.indexOf("--rate") + 1))
            .toList();
    assertThat(rates).containsExactly("333.333333", "333.333333", "333.333333");
  }

  @Test
  void aGeneratorIsWarmBeforeItMeasures() {
    TierCommands commands = of(descriptor().module(Optional.of("tomcat-server")).build());
    List<String> request = commands.requests().work(MINE, Optional.empty()).options();
    Load load = new Load.Closed(5);
    assertThat(commands.loadgenOptions(request, load, "lead-in=1s,measure=1s"))
        .doesNotContain("--cold");
    assertThat(commands.loadgenOptions(request, load, "warmup=1s")).contains("--cold");
  }

  @Test
  void theStreamsOfAVariantAreSent() {
    HttpPlan plan = plan(descriptor().module(Optional.of("tomcat-server")).build());
    Plan.Variant overHttp2 =
        new Plan.Variant(
            MINE, Optional.empty(), List.of(), List.of(), Optional.empty(), Optional.of(20));
    TierCommands commands =
        new TierCommands(
            INSTALLATION,
            plan.with(next ->
                next.common(
                    next.common().with(common -> common.variants(Map.of(MINE, overHttp2))))));
    assertThat(joined(commands.requests().work(MINE, Optional.empty()).options()))
        .contains("--http2-streams 20");
    assertThat(
            new TierCommands(INSTALLATION, plan).requests().work(MINE, Optional.empty()).options())
        .doesNotContain("--http2-streams");
  }

  @Test
  void otherWorkThanThatOfThePlanIsAnotherQuery() {
    TierCommands commands = of(descriptor().module(Optional.of("tomcat-server")).build());
    assertThat(commands.work(MINE, new Workload("calls=2&query=sleep(7ms)")).target())
        .hasToString("http://127.0.0.1:9000/sleep?calls=2&query=sleep(7ms)");
  }

  @Test
  void aGeneratorOfSeveralKnowsItsSeedAndItsShare() throws Exception {
    TierCommands commands = of(descriptor().module(Optional.of("tomcat-server")).build());
    Load.Open poisson = new Load.Open(1_000, "poisson", 10).withSeed(77);
    assertThat(
            joined(
                commands.loadgenOptions(
                    commands.requests().work(MINE, Optional.empty()), poisson, "measure=1s", 2, 3)))
        .contains("--seed 77", "--await-start", "--share 2/3");
    assertThat(
            joined(
                commands.loadgenOptions(
                    commands.requests().work(MINE, Optional.empty()),
                    new Load.Closed(10),
                    "measure=1s",
                    2,
                    3)))
        .doesNotContain("--seed", "--share");
  }

  @ParameterizedTest
  @CsvSource({
    "'0,1',2,true,false",
    "0,'0,2',false,true",
    "'0,3','0,3',false,false",
    "0,'',false,false"
  })
  void helpersHaveAnEventLoopOnEachCoreOfTheirOwnAndEchoGoesFirstOnOneThatTheyShare(
      String loadgen, String echo, boolean own, boolean first) {
    Map<String, String> cpus = new HashMap<>(Map.of("server", "3", "loadgen", loadgen));
    if (!echo.isEmpty()) {
      cpus.put("echo", echo);
    }
    HttpPlan plan =
        plan(descriptor().module(Optional.of("m")).build())
            .with(next ->
                next.common(
                    next.common()
                        .with(common -> common.pinning(new Plan.Pinning("some", cpus, "")))));
    TierCommands commands = new TierCommands(INSTALLATION, plan);
    List<String> generator =
        commands.loadgenOptions(
            commands.requests().work(MINE, Optional.empty()).options(),
            new Load.Closed(5),
            "measure=1s");
    assertThat(joined(generator).contains("--threads all")).isEqualTo(own);
    assertThat(joined(commands.echoCommand().program()).contains("--loops all")).isEqualTo(own);
    assertThat(plan.echoSharesACore()).isEqualTo(first);
    assertThat(joined(commands.echo(Path.of("log")).program()).contains("exec nice -n"))
        .isEqualTo(first && OwnProcess.REAL.mayRaisePriority());
  }

  private static String joined(List<String> words) {
    return String.join(" ", words);
  }

  @Test
  void anAddressOfIpV6IsBracketedInUrlsOnly() {
    HttpPlan plan = plan(descriptor().module(Optional.of("m")).build());
    HttpPlan placed =
        plan.with(next ->
            next.network(
                new HttpPlan.Network(
                    "127.0.0.1",
                    plan.network().ports(),
                    Map.of("server", new HttpPlan.Placement("2001:db8::1")),
                    List.of())));
    TierCommands commands = new TierCommands(INSTALLATION, placed);
    assertThat(commands.requests().serverUri(MINE))
        .isEqualTo(URI.create("http://[2001:db8::1]:9000/"));
    assertThat(commands.serverCommand(MINE).program()).contains("--server.address=2001:db8::1");
  }

  @Test
  void aServerOfOursIsAJarWithTheCommonOptions() {
    TierCommands commands =
        of(descriptor().module(Optional.of("tomcat-server")).options(List.of("--x=1")).build());
    assertThat(commands.serverCommand(MINE).program())
        .containsExactly(
            "/jdk/bin/java",
            "-Xms1g",
            "-Xmx1g",
            "-jar",
            "/home/tomcat-server/target/tomcat-server.jar",
            "--server.port=9000",
            "--server.address=127.0.0.1",
            "--echo.url=http://127.0.0.1:8081",
            "--x=1");
    assertThat(commands.requests().healthUri(MINE))
        .contains(URI.create("http://127.0.0.1:9000/health"));
  }

  @Test
  void anyCommandIsFilledInWithoutAShell() {
    ServerCommand command =
        of(descriptor()
                .command(List.of("./run me", "$HOME", "{port}"))
                .env(Map.of("JAVA_TOOL_OPTIONS", "{jvm}"))
                .build())
            .serverCommand(MINE);
    assertThat(command.program()).containsExactly("./run me", "$HOME", "9000");
    assertThat(command.environment()).containsEntry("JAVA_TOOL_OPTIONS", "-Xms1g -Xmx1g");
    assertThat(command.text())
        .isEqualTo("JAVA_TOOL_OPTIONS='-Xms1g -Xmx1g' './run me' '$HOME' 9000");
  }

  @Test
  void aPlaceThatNothingFillsIsNamed() {
    TierCommands commands = of(descriptor().command(List.of("{jvm}", "{prot}")).build());
    assertThatThrownBy(() -> commands.texts())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("unknown {prot}")
        .hasMessageContaining("{port}");
  }

  @Test
  void theGeneratorAsksAsTheDescriptorSaysAndExpectsTheFirstAnswer() {
    TierCommands commands =
        of(
            descriptor()
                .contract(Contract.NONE)
                .command(List.of("{jvm}"))
                .url(Optional.of("https://{address}:{port}/orders"))
                .body(Optional.of("/body.json"))
                .headers(List.of("X: y"))
                .insecure(true)
                .build());
    assertThat(commands.requests().healthUri(MINE)).isEmpty();
    WorkRequest work =
        commands
            .requests()
            .work(
                MINE, Optional.of(new WorkRequest.Answer(201, Optional.empty(), Optional.of(7L))));
    Path folder = Path.of("out");
    assertThat(
            commands
                .loadgen(
                    commands.loadgenOptions(work.options(), new Load.Closed(5), "measure=1s"),
                    folder,
                    folder.resolve("log"))
                .program())
        .containsSubsequence(
            "https://127.0.0.1:9000/orders",
            "--method",
            "POST",
            "--body-file",
            "/body.json",
            "--header",
            "X: y",
            "--insecure",
            "--expect-status",
            "201",
            "--expect-length",
            "7",
            "--connections",
            "5")
        .doesNotContain("--expect-body");
  }

  @Test
  void theContractSaysWhatIsAskedAndAnswered() {
    WorkRequest work =
        of(descriptor().module(Optional.of("m")).build()).requests().work(MINE, Optional.empty());
    assertThat(work.options())
        .containsExactly(
            "http://127.0.0.1:9000/sleep", "--expect-status", "200", "--expect-body", "echo\n");
  }
}
