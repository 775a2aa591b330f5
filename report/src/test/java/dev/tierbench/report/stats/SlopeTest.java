package dev.tierbench.report.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tierbench.report.stats.Slope.Point;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SlopeTest {

  @Test
  void aLineHasItsSlopeAndNoInterval() {
    List<Point> line = IntStream.of(1, 2, 4, 8).mapToObj(x -> new Point(x, 5 + 3.0 * x)).toList();
    Slope slope = Slope.of(line).orElseThrow();
    assertThat(slope.value()).isCloseTo(3, within(1e-9));
    assertThat(slope.halfWidth().orElse(0.0)).isCloseTo(0, within(1e-6));
  }

  /** The figures follow from the textbook formula: s/√Sxx = 0.2/√2 times t(0.975, 1) = 12.71. */
  @Test
  void scatterMakesAnInterval() {
    Slope slope =
        Slope.of(List.of(new Point(1, 1.0), new Point(2, 2.245), new Point(3, 3.0))).orElseThrow();
    assertThat(slope.value()).isCloseTo(1, within(1e-9));
    assertThat(slope.halfWidth().orElseThrow()).isCloseTo(1.797, within(0.01));
  }

  @Test
  void twoPlacesAreNoLine() {
    assertThat(Slope.of(List.of(new Point(1, 1), new Point(2, 2), new Point(2, 3)))).isEmpty();
  }
}
