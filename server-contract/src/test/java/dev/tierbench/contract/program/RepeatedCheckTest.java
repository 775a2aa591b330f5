package dev.tierbench.contract.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.contract.AwakeClock;
import dev.tierbench.contract.Check;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepeatedCheckTest {

  private int freshened;

  /** The result of a check that ends in turn with these reasons; an empty one is a pass. */
  private CheckResult run(int mostFailures, String... reasons) throws InterruptedException {
    Iterator<String> endings = List.of(reasons).iterator();
    Check check =
        new Check(
            "answers",
            () -> {
              String reason = endings.next();
              if (!reason.isEmpty()) {
                throw new AssertionError(reason);
              }
            });
    return new RepeatedCheck(AwakeClock.shared(), mostFailures, () -> freshened++).run(check);
  }

  @Test
  void aCheckThatHoldsIsNotRepeated() throws InterruptedException {
    CheckResult result = run(2, "");
    assertThat(result.passed()).isTrue();
    assertThat(result.earlier()).isEmpty();
    assertThat(freshened).isZero();
  }

  @Test
  void aCheckThatFailsOnceAndHoldsWhenRepeatedKeepsBothResults() throws InterruptedException {
    CheckResult result = run(2, "late", "");
    assertThat(result.passed()).isTrue();
    assertThat(result.earlier()).containsExactly("late");
    assertThat(freshened).isEqualTo(1);
  }

  @Test
  void aCheckThatFailsTwiceFails() throws InterruptedException {
    CheckResult result = run(2, "late", "wrong", "");
    assertThat(result.failure()).contains("wrong");
    assertThat(result.earlier()).containsExactly("late");
  }

  @Test
  void aServerThatIsRefusedAlreadyIsNotGivenAnotherTry() throws InterruptedException {
    assertThat(run(1, "late", "").failure()).contains("late");
    assertThat(freshened).isZero();
  }
}
