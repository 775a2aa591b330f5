package dev.tierbench.rules;

import static dev.tierbench.run.Verdict.FAIL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.Verdict;
import dev.tierbench.run.record.Checks.Check;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckFactoryTest {

  private static final CheckFactory RULING = new CheckFactory("boundaries", "%", new Limit(0.5, 5));

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void aValueThatIsNotFiniteIsNotMeasuredAndNeverZero(double value) {
    for (Check check :
        List.of(
            RULING.below(value, "late"),
            RULING.atLeast(value, "late"),
            RULING.upTo(value, "late"),
            RULING.belowSecond(value, "late"),
            RULING.check(Verdict.PASS, value, "late"))) {
      Steps.assertNotMeasured(check);
      assertThat(check.message()).contains("late").contains("is not a finite number");
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY})
  void aFailureStaysOneWithoutItsValue(double value) {
    assertThat(RULING.check(FAIL, value, "late"))
        .satisfies(check -> assertThat(check.verdict()).isEqualTo(FAIL))
        .satisfies(check -> assertThat(check.value()).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY})
  void aLimitThatIsNotFiniteIsNotStated(double limit) {
    assertThat(RULING.check(Verdict.WARN, 1, limit, "late").limit()).isEmpty();
  }
}
