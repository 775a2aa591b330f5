package dev.tierbench.harness.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tierbench.harness.Plans;
import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.Tier;
import dev.tierbench.run.descriptor.Contract;
import dev.tierbench.run.descriptor.HostDescriptor;
import dev.tierbench.run.descriptor.HostDescriptorBuilder;
import dev.tierbench.run.descriptor.ServerDescriptorBuilder;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Plan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class HostOptionsTest {

  private static final HostDescriptor SERVER = host("server", Tier.SERVER);
  private static final HostDescriptor ECHO = host("echo", Tier.ECHO);
  private static final HostDescriptor LOAD = host("load2", Tier.LOADGEN);

  private static final HostDescriptor SSH =
      HostDescriptorBuilder.builder(SERVER)
          .context(Optional.empty())
          .ssh(Optional.of("root@10.0.0.2"))
          .build();

  private static HostDescriptor host(String name, Tier tier) {
    return HostDescriptorBuilder.builder()
        .name(name)
        .tier(tier)
        .context(Optional.of(name))
        .ssh(Optional.empty())
        .address(Optional.of("10.0.0.2"))
        .cpus(Optional.empty())
        .java(Optional.empty())
        .build();
  }

  private static HttpPlan plan(List<Integer> levels, HostDescriptor... hosts) {
    HttpPlan plan =
        Plans.sweep(
            List.of("tomcat-platform"),
            levels,
            new Plan.Pinning("off", Map.of(), ""),
            Map.of("tomcat-platform", 9_000),
            Map.of());
    return plan.with(next -> next.network(plan.network().on(List.of(hosts))));
  }

  private static void assertRefused(HttpPlan plan, String reason) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HostOptions.checked(plan))
        .withMessageContaining(reason);
  }

  @Test
  void tiersThatReachEachOtherAreMeasured() {
    for (HttpPlan plan :
        List.of(
            plan(List.of(5), ECHO),
            plan(List.of(5), SERVER, ECHO),
            plan(List.of(2), SERVER, ECHO, LOAD))) {
      assertThat(HostOptions.checked(plan)).isEqualTo(plan);
    }
  }

  @Test
  void aTierOnTheLoopbackOfThisHostIsNotReachedFromAnother() {
    assertRefused(plan(List.of(5), SERVER), "name a host for 'echo'");
    assertRefused(plan(List.of(5), ECHO, LOAD), "name a host for 'server'");
  }

  @Test
  void aCommandOfItsOwnTakesAHostThatIsReachedBySsh() {
    HttpPlan plan =
        withServer(
            plan(List.of(5), SERVER, ECHO),
            server ->
                server.module(Optional.empty()).command(List.of("orders", "{jvm}", "{port}")));
    assertRefused(plan, "takes 'ssh' in place of 'context'");
    HttpPlan reached = plan.with(next -> next.network(plan.network().on(List.of(SSH, ECHO))));
    assertThat(HostOptions.checked(reached)).isEqualTo(reached);
  }

  @Test
  void aServerThatRunsIsLookedForOnAHostThatIsReachedBySshOnTheCoresThatItHas() {
    HttpPlan plan =
        withServer(
            plan(List.of(5), SERVER, ECHO),
            server ->
                server
                    .module(Optional.empty())
                    .command(List.of())
                    .options(List.of())
                    .contract(Contract.NONE)
                    .url(Optional.of("/orders"))
                    .container(Optional.empty())
                    .running(true));
    assertRefused(plan, "looked for among the processes of its host, which takes 'ssh'");
    HttpPlan reached = plan.with(next -> next.network(plan.network().on(List.of(SSH, ECHO))));
    assertThat(HostOptions.checked(reached)).isEqualTo(reached);
    HostDescriptor held = HostDescriptorBuilder.builder(SSH).cpus(Optional.of("0")).build();
    assertRefused(
        plan.with(next -> next.network(plan.network().on(List.of(held, ECHO)))),
        "leave 'cpus' out");
  }

  private static HttpPlan withServer(HttpPlan plan, Consumer<ServerDescriptorBuilder> change) {
    String name = plan.subjects().getFirst();
    return plan.with(next -> next.servers(Map.of(name, plan.servers().get(name).with(change))));
  }

  @Test
  void generatorsShareWhatThereIsToShare() {
    assertRefused(
        plan(List.of(1, 50), SERVER, ECHO, LOAD), "2 generators cannot share 1 connections");
    HttpPlan plan = plan(List.of(50), SERVER, ECHO, LOAD);
    assertRefused(plan.with(next -> next.generator(GeneratorName.WRK)), "wrk drives a load alone");
  }
}
