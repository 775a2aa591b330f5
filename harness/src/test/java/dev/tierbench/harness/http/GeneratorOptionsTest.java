package dev.tierbench.harness.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tierbench.harness.Plans;
import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.descriptor.Contract;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.descriptor.ServerDescriptorBuilder;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Plan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GeneratorOptionsTest {

  private static final String MINE = "mine";

  private static HttpPlan plan(GeneratorName generator, ServerDescriptor server) {
    return Plans.sweep(
            List.of(MINE),
            List.of(5),
            new Plan.Pinning("off", Map.of(), ""),
            Map.of(MINE, 9_000),
            Map.of())
        .withServers(Map.of(MINE, server))
        .with(next -> next.generator(generator));
  }

  private static ServerDescriptorBuilder own(String url) {
    return ServerDescriptorBuilder.builder()
        .model(MINE)
        .port(9_000)
        .container(Optional.of(MINE))
        .contract(Contract.NONE)
        .url(Optional.of(url));
  }

  @Test
  void aServiceOfOnesOwnIsDrivenAsFarAsItTakesGetInClearText() {
    HttpPlan get = plan(GeneratorName.WRK, own("/orders").headers(List.of("A: b")).build());
    assertThat(GeneratorOptions.checked(get)).isEqualTo(get);
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            GeneratorOptions.checked(
                plan(GeneratorName.WRK, own("/orders").method(Optional.of("POST")).build())))
        .withMessage(
            "--generator: wrk is only run with GET in clear text, and mine asks otherwise: use"
                + " --generator loadgen");
    ServerDescriptor encrypted = own("https://127.0.0.1:9000/orders").build();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GeneratorOptions.checked(plan(GeneratorName.OHA, encrypted)));
    HttpPlan ours = plan(GeneratorName.LOADGEN, encrypted);
    assertThat(GeneratorOptions.checked(ours)).isEqualTo(ours);
  }
}
