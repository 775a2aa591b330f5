package dev.tierbench.observer.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.observer.measured.CaptureOrder;
import dev.tierbench.observer.measured.MeasuredProcess;
import dev.tierbench.run.Tier;
import dev.tierbench.run.file.RunJson;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AgentCallTest {

  static Stream<AgentRequest> requests() {
    return Stream.of(
        new AgentRequest.Ping(),
        new AgentRequest.Owner(8080),
        new AgentRequest.Runs(7),
        new AgentRequest.Watch(
            new MeasuredProcess(Tier.SERVER, "server", 7, Optional.of("c1"), true)),
        new AgentRequest.RequireHeld(7, "0-3"),
        new AgentRequest.Probe(Optional.empty()),
        new AgentRequest.Attach(new CaptureOrder(7, true, Optional.of("worker;x;y.*"), true)),
        new AgentRequest.Stop(7, false));
  }

  @ParameterizedTest
  @MethodSource("requests")
  void aRequestArrivesAsItWas(AgentRequest request) {
    String line = RunJson.toJsonLine(new AgentCall(3, request));
    assertThat(line.lines()).hasSize(1);
    assertThat(RunJson.parse(line, AgentCall.class)).isEqualTo(new AgentCall(3, request));
  }
}
