package dev.tierbench.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.Kind;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MetricTest {

  private static Stream<Metric> named(String... ids) {
    return Stream.of(ids).map(Metrics::get);
  }

  @Test
  void timesInAnyUnitAndRatesAreOfSpeed() {
    assertThat(named("recovery_s", "overload_wait_s", "latency_p99_ms", "run_ms", "cpu_us_per_op"))
        .allMatch(Metric::isOfSpeed);
    assertThat(named("throughput_rps", "overload_goodput_rps", "throughput_ops"))
        .allMatch(Metric::isOfSpeed);
  }

  @Test
  void countsSharesAndSizesAreNot() {
    assertThat(
            named(
                "cs_per_op",
                "threads",
                "gc_percent",
                "overload_rejected_percent",
                "rss_mib",
                "allocated_bytes_per_op",
                "gc_pauses_per_1000_op"))
        .noneMatch(Metric::isOfSpeed);
  }

  @Test
  void onlyWhatAnOverloadMayNotReachIsWorstWhereItIsAbsent() {
    assertThat(Metrics.of(Kind.HTTP).stream().filter(Metric::absentIsWorst).map(Metric::id))
        .containsExactly("overload_p50_ms", "overload_p99_ms", "recovery_s");
    assertThat(Metrics.of(Kind.SUITE)).noneMatch(Metric::absentIsWorst);
  }
}
