package dev.tierbench.harness.tier.container;

import static dev.tierbench.harness.tier.container.Containers.container;
import static dev.tierbench.harness.tier.container.Containers.project;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.Plans;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.descriptor.JvmOptionsOf;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Plan;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainerPlanTest {

  private static final Optional<String> ALL = Optional.empty();

  @TempDir Path root;

  @BeforeEach
  void hostname() {
    RunJson.write(root.resolve("proc/sys/kernel/hostname"), "this-host\n");
  }

  private static final List<String> SERVERS = List.of("tomcat-platform", "webflux-reactor");

  /** More cores than any host of this test has, so that a part of them is one. */
  private static final CpuList CORES = CpuList.parse("0-7");

  private static HttpPlan on(ComposeProject project) {
    return new ContainerPlan(project)
        .of(
            Plans.sweep(
                SERVERS,
                List.of(200),
                new Plan.Pinning("off", Map.of(), ""),
                Map.of("echo", 8081),
                Map.of("loadgen", List.of("-Xmx512m"), "server", List.of("-Xmx9g"))));
  }

  private List<String> findings(ComposeProject project) {
    HttpPlan plan = on(project);
    return new ContainerFindings(project, plan, new SystemFiles(root))
        .find().stream().map(finding -> finding.caveat().what()).toList();
  }

  @Test
  void aRealAnswerOfAnEngineIsUnderstood() {
    Container tomcat = Containers.tomcat();
    assertThat(tomcat.tier()).isEqualTo("tomcat-platform");
    assertThat(tomcat.project()).isEqualTo("tb");
    assertThat(tomcat.name()).isEqualTo("tb_tomcat-server_1");
    assertThat(tomcat.uri().getPort()).isEqualTo(15_080);
    assertThat(tomcat.running()).isTrue();
    assertThat(tomcat.pid()).isPositive();
    assertThat(tomcat.jvmOptions())
        .containsExactly(
            "-Xms1g", "-Xmx1g", "-XX:+UseG1GC", "-XX:-UseDynamicNumberOfCompilerThreads");
    assertThat(tomcat.network()).isEqualTo("host");
    assertThat(tomcat.imageId()).startsWith("sha256:");
    assertThat(tomcat.cpus()).isEmpty();
    assertThat(tomcat.memoryBytes()).contains(3L << 30);
    assertThat(tomcat.openFiles()).contains(20_000L);
  }

  @Test
  void portsAndJvmOptionsAreThoseOfTheContainers() {
    HttpPlan plan =
        on(
            project(
                container("echo", 1, ALL),
                container("tomcat-platform", 2, ALL),
                container("webflux-reactor", 3, ALL)));
    assertThat(plan.network().ports())
        .isEqualTo(Map.of("echo", 1, "tomcat-platform", 2, "webflux-reactor", 3));
    assertThat(plan.common().jvmOptions())
        .isEqualTo(
            Map.of(
                "echo", List.of("-Xmx1g"),
                "server", List.of("-Xmx1g"),
                "loadgen", List.of("-Xmx512m")));
  }

  @Test
  void theGeneratorGetsTheCoresThatTheContainersLeave() {
    ComposeProject pinned =
        project(
            container("echo", 1, Optional.of("0-1")),
            container("tomcat-platform", 2, Optional.of("4-7")),
            container("webflux-reactor", 3, Optional.of("4-7")));
    assertThat(pinned.pinning(CORES).orElseThrow().cpus())
        .isEqualTo(Map.of("echo", "0-1", "server", "4-7", "loadgen", "2-3", "harness", "2-3"));
  }

  @Test
  void aGeneratorWithNoCoreLeftSharesThoseOfTheEchoTierAndNotTheServers() {
    ComposeProject pinned =
        project(
            container("echo", 1, Optional.of("0-3")),
            container("tomcat-platform", 2, Optional.of("4-7")),
            container("webflux-reactor", 3, Optional.of("4-7")));
    assertThat(pinned.pinning(CORES).orElseThrow().cpus()).containsEntry("loadgen", "0-3");
  }

  @Test
  void containersWithoutCoresLeaveThePinningToTheSweep() {
    assertThat(
            project(container("echo", 1, ALL), container("tomcat-platform", 2, ALL)).pinning(CORES))
        .isEmpty();
  }

  @Test
  void serversThatAreAlikeAndOnThisHostAreFit() {
    assertThat(
            findings(
                project(
                    container("echo", 1, ALL),
                    container("tomcat-platform", 2, ALL),
                    container("webflux-reactor", 3, ALL))))
        .isEmpty();
  }

  @Test
  void whatWouldPassForADifferenceOfTheServersIsRefused() {
    ComposeProject unfair =
        project(
            container("echo", 1, ALL),
            container("tomcat-platform", 2, Optional.of("0-3")),
            container("webflux-reactor", 3, ALL, Optional.empty(), "bridge", 100));
    assertThat(findings(unfair))
        .anySatisfy(what -> assertThat(what).contains("different cores"))
        .anySatisfy(what -> assertThat(what).contains("different memory limits"))
        .anySatisfy(what -> assertThat(what).contains("different networks"))
        .anySatisfy(what -> assertThat(what).contains("may open 100 files, the plan needs 900"))
        .anySatisfy(what -> assertThat(what).contains("bridge network"))
        .hasSize(5);
  }

  @Test
  void aServerWithQuotasHasTheContainerOfTheServer() {
    Container tomcat = container("tomcat-platform", 2, ALL);
    ComposeProject project = project(container("echo", 1, ALL), tomcat);
    assertThat(project.find("tomcat-platform+quota=0.5")).contains(tomcat);
    assertThat(project.find("tomcat-platform+quota=0.5" + Plan.AA_CONTROL)).contains(tomcat);
  }

  @Test
  void theQuotaOfAContainerIsReadInBothWaysOfTheEngine() {
    assertThat(quota("\"NanoCpus\": 1500000000")).contains(1.5);
    assertThat(quota("\"CpuPeriod\": 50000, \"CpuQuota\": 25000")).contains(0.5);
    assertThat(quota("\"CpuPeriod\": 0, \"CpuQuota\": 25000")).contains(0.25);
    assertThat(quota("\"NanoCpus\": 0, \"CpuQuota\": -1")).isEmpty();
  }

  private static Optional<Double> quota(String host) {
    return Container.of(RunJson.parse("{\"HostConfig\": {" + host + "}}")).quota();
  }

  @Test
  void aTierWithoutAContainerIsNamed() {
    assertThat(findings(project(container("echo", 1, ALL), container("tomcat-platform", 2, ALL))))
        .containsExactly("there is no container of webflux-reactor");
  }

  @Test
  void whatMakesContainersDependsOnTheServers() {
    ServerDescriptor tomcat = Plans.SERVERS.get("tomcat-platform");
    ServerDescriptor floor = Plans.SERVERS.get("netty-floor");
    ServerDescriptor own = floor.with(next -> next.container(Optional.of("mine")));
    assertThat(ComposeProject.command(List.of(tomcat))).isEqualTo("docker compose up -d");
    assertThat(ComposeProject.command(List.of(tomcat, floor)))
        .isEqualTo("docker compose --profile all up -d");
    assertThat(ComposeProject.command(List.of(tomcat, own)))
        .isEqualTo("docker compose -f docker-compose.yml -f YOURS.yml up -d");
  }

  @Test
  void theContainerOfAServiceThatADescriptorNamesCarriesItsServer() {
    Container unlabelled =
        ContainerBuilder.builder(container("", 1, ALL)).url("").build().carrying("mine", 9_000);
    assertThat(unlabelled.tier()).isEqualTo("mine");
    assertThat(unlabelled.uri()).hasToString("http://127.0.0.1:9000");
    assertThat(container("", 1, ALL).carrying("mine", 9_000).uri())
        .hasToString("http://127.0.0.1:1");
  }

  @Test
  void aServerWithAJvmOfItsOwnMayHaveOtherOptions() {
    ComposeProject project =
        project(
            container("echo", 1, ALL),
            container("tomcat-platform", 2, ALL),
            ContainerBuilder.builder(container("webflux-reactor", 3, ALL))
                .command(List.of("java", "-Xmx9g", "-jar", "app.jar"))
                .build());
    assertThat(findings(project)).singleElement().asString().contains("different JVM options");
    HttpPlan own =
        on(project)
            .with(next ->
                next.servers(
                    Map.of(
                        "tomcat-platform", Plans.SERVERS.get("tomcat-platform"),
                        "webflux-reactor", ownJvm(Plans.SERVERS.get("webflux-reactor")))));
    assertThat(new ContainerFindings(project, own, new SystemFiles(root)).find()).isEmpty();
    assertThat(new ContainerPlan(project).of(own).common().jvmOptions())
        .containsEntry("server", List.of("-Xmx1g"));
  }

  private static ServerDescriptor ownJvm(ServerDescriptor server) {
    return server.with(
        next -> next.jvm(JvmOptionsOf.OWN).command(List.of("{java}", "-jar", "{jar}")));
  }

  @Test
  void anEngineOnAnotherHostIsRefused() {
    RunJson.write(root.resolve("proc/sys/kernel/hostname"), "elsewhere\n");
    assertThat(
            findings(
                project(
                    container("echo", 1, ALL),
                    container("tomcat-platform", 2, ALL),
                    container("webflux-reactor", 3, ALL))))
        .singleElement()
        .asString()
        .contains("runs on this-host, not on this host");
  }
}
