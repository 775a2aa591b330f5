package dev.tierbench.harness.http.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.Workload;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PooledWorkTest {

  @ParameterizedTest
  @CsvSource({
    "'', 20, query=sleep(7ms), 400",
    "'', 1, query=sleep(1ms), 20",
    "'', 1000, '', 20000",
    "query=sleep(2s), 100, query=sleep(34ms), 50",
    "query=sleep(10ms), 100, query=sleep(10ms), 10000",
    "calls=4&query=sleep(50ms), 20, calls=4&query=sleep(7ms), 100"
  })
  void aPoolLetsEnoughThroughForAWarmUpAndNoMore(
      String query, int pool, String shortened, double throughput) {
    PooledWork work = new PooledWork(new Workload(query), pool);
    assertThat(work.shortened()).isEqualTo(new Workload(shortened));
    assertThat(work.throughput()).isEqualTo(throughput);
  }
}
