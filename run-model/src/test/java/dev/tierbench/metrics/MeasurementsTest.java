package dev.tierbench.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MeasurementsTest {

  private static Measurements of(Map<String, Double> callsPerOp) {
    Measurements.Role worker = new Measurements.Role(2, Map.of(), callsPerOp);
    return new Measurements(
        Measurements.SCHEMA, Map.of(), Map.of("worker", worker), Optional.empty());
  }

  @Test
  void aRoleThatMadeNoneOfTheCallsThatWereCountedMadeZero() {
    Measurements counted = of(Map.of("futex", 3.5));
    assertThat(counted.callsPerOp("worker", "futex")).contains(3.5);
    assertThat(counted.callsPerOp("worker", "read")).contains(0.0);
    assertThat(counted.callsPerOp("gc", "futex")).contains(0.0);
  }

  @Test
  void callsThatNobodyCountedAreNotMeasured() {
    assertThat(of(Map.of()).callsPerOp("worker", "futex")).isEmpty();
    assertThat(Measurements.none().callsPerOp("worker", "futex")).isEmpty();
  }
}
