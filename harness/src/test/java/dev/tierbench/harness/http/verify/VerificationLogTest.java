package dev.tierbench.harness.http.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.plan.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VerificationLogTest {

  private final List<String> printed = new ArrayList<>();
  private final VerificationLog log =
      new VerificationLog(List.of("one", "two", "three"), printed::add);

  private static ContractEvent check(String name, Optional<String> reason, String... earlier) {
    return new ContractEvent(
        ContractEvent.Type.CHECK,
        Optional.of(name),
        reason,
        Optional.of(List.of(earlier)),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static Verified verified(String server) {
    return new Verified(
        new Manifest.Verification(server, 0, 1, 0.1, 7, List.of(), Optional.empty()),
        Optional.of("never ready"));
  }

  @Test
  void linesOfTheFirstThatRunsComeAtOnceAndThoseOfTheOthersInTheirTurn() {
    log.heard("two", check("b", Optional.of("late")));
    log.heard("one", check("a", Optional.empty()));
    assertThat(printed).containsExactly("one", "  PASS  a");
    log.ended(verified("three"));
    log.ended(verified("one"));
    assertThat(printed).endsWith("two", "  FAIL  b: late");
    log.heard("two", check("c", Optional.empty(), "slow"));
    log.ended(verified("two"));
    assertThat(printed)
        .containsExactly(
            "one", "  PASS  a", "two", "  FAIL  b: late", "  AGAIN c: slow", "  PASS  c", "three");
  }

  @Test
  void whatIsNoCheckIsNoLine() {
    log.heard(
        "one",
        new ContractEvent(
            ContractEvent.Type.DONE,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(3),
            Optional.of(0),
            Optional.of(7L)));
    assertThat(printed).containsExactly("one");
  }
}
