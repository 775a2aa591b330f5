package dev.tierbench.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class MedianTest {

  @Test
  void theMedianIsAValueThatWasMeasured() {
    assertThat(Median.of(List.of(5.0, 1.0, 3.0))).contains(3.0);
    assertThat(Median.of(List.of(4.0, 1.0, 3.0, 2.0))).contains(2.0);
    assertThat(Median.of(List.of(7L))).contains(7L);
    assertThat(Median.of(List.<Double>of())).isEmpty();
  }

  @Test
  void theOrderDecides() {
    assertThat(Median.of(List.of("ccc", "a", "bb"), Comparator.comparingInt(String::length)))
        .contains("bb");
  }
}
