package dev.tierbench.harness.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.Plans;
import dev.tierbench.harness.http.SweepVerification.Choice;
import dev.tierbench.harness.preflight.Installation;
import dev.tierbench.harness.secret.Secrets;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Plan.Pinning;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SweepVerificationTest {

  private static SweepVerification verification(Choice choice) {
    HttpPlan plan =
        Plans.sweep(
            List.of("tomcat-platform"),
            List.of(200),
            new Pinning(Pinning.OFF, Map.of(), ""),
            Map.of("echo", 17_081, "tomcat-platform", 17_080),
            Map.of());
    return new SweepVerification(
        new Installation(Path.of(".."), Path.of("/jdk")), plan, choice, Secrets.NONE);
  }

  @Test
  void whatNobodyVerifiedIsACaveat() {
    assertThat(SweepVerification.choice(Choice.LEFT_OUT, false, false, Optional.empty()))
        .isEqualTo(Choice.LEFT_OUT);
    assertThat(verification(Choice.LEFT_OUT).isDue()).isFalse();
    assertThat(verification(Choice.LEFT_OUT).warning().orElseThrow().caveat().line())
        .startsWith("the servers were not verified against the contract; ")
        .contains("--no-verify");
  }

  @Test
  void containersCannotBeVerified() {
    assertThat(SweepVerification.choice(Choice.VERIFY, true, false, Optional.empty()))
        .isEqualTo(Choice.CONTAINERS);
    assertThat(verification(Choice.CONTAINERS).warning().orElseThrow().caveat().line())
        .contains("those in containers", "verify.sh");
  }

  @Test
  void serversOnOtherHostsAreNotVerifiedThere() {
    assertThat(SweepVerification.choice(Choice.VERIFY, false, true, Optional.empty()))
        .isEqualTo(Choice.HOSTS);
    assertThat(verification(Choice.HOSTS).warning().orElseThrow().caveat().line())
        .contains("on their host", "verify.sh");
  }

  @Test
  void aNewSweepVerifiesItsServers() {
    assertThat(SweepVerification.choice(Choice.VERIFY, false, false, Optional.empty()))
        .isEqualTo(Choice.VERIFY);
    assertThat(verification(Choice.VERIFY).isDue()).isTrue();
    assertThat(verification(Choice.VERIFY).warning()).isEmpty();
    assertThat(verification(Choice.DONE).isDue()).isFalse();
    assertThat(verification(Choice.DONE).warning()).isEmpty();
  }
}
