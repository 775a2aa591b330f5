package dev.tierbench.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class MedianTest {

  @Test
  void theMedianOfAnEvenNumberIsTheGeometricMeanOfTheTwoInTheMiddle() {
    assertThat(Median.of(List.of(5.0, 1.0, 3.0))).contains(3.0);
    assertThat(Median.of(List.of(18.0, 1.0, 8.0, 2.0))).contains(4.0);
    assertThat(Median.of(List.of(7.0, 7.0))).contains(7.0);
    assertThat(Median.of(List.of())).isEmpty();
  }

  @Test
  void theMedianOfValuesThatAreNotPositiveIsTheirArithmeticMean() {
    assertThat(Median.of(List.of(0.0, 3.0))).contains(1.5);
    assertThat(Median.of(List.of(-2.0, -1.0, 2.0, 5.0))).contains(0.5);
  }

  @Test
  void anElementInTheMiddleIsOneThatIsThere() {
    Comparator<String> byLength = Comparator.comparingInt(String::length);
    assertThat(Median.element(List.of("ccc", "a", "bb"), byLength)).contains("bb");
    assertThat(Median.element(List.of("ccc", "a", "bb", "dddd"), byLength)).contains("bb");
  }
}
