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
  void aRoleThatIsNotThereHasNoRatioAndNothingPerOperation() {
    Metric ratio = ofRole("busiest_thread_ratio");
    Metric futex = ofRole("futex_per_op");
    Metric migrations = ofRole("migrations_per_1000_op");
    Measurements.Role worker =
        new Measurements.Role(
            2, Map.of(ratio.id(), 1.4, futex.id(), 3.5, migrations.id(), 2.0), Map.of());
    Measurements measured =
        new Measurements(Measurements.SCHEMA, Map.of(), Map.of("worker", worker), Optional.empty());
    assertThat(measured.ofRole("worker", ratio)).contains(1.4);
    assertThat(measured.ofRole("event-loop", ratio)).isEmpty();
    assertThat(measured.ofRole("event-loop", futex)).contains(0.0);
    assertThat(measured.ofRole("event-loop", migrations)).contains(0.0);
  }

  private static Metric ofRole(String id) {
    return Metrics.ofRole().stream()
        .filter(metric -> metric.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void callsThatNobodyCountedAreNotMeasured() {
    assertThat(of(Map.of()).callsPerOp("worker", "futex")).isEmpty();
    assertThat(Measurements.none().callsPerOp("worker", "futex")).isEmpty();
  }
}
