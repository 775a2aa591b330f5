package dev.tierbench.harness.http.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkloadQueryTest {

  @Test
  void theQueryIsWhatServersTake() {
    assertThat(WorkloadQuery.parse("calls=3,fan=parallel,cpu=200us,bytes=16k", false))
        .isEqualTo("calls=3&fan=parallel&cpu=200us&bytes=16k");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "calls=100",
        "cpu=1000000us",
        "cpu=1000ms",
        "bytes=1048576",
        "bytes=1024k",
        "depth=1000",
        "depth=0"
      })
  void theMostThatTheContractAllowsIsAccepted(String typed) {
    assertThat(WorkloadQuery.parse(typed, false)).isEqualTo(typed);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "calls=0",
        "calls=101",
        "calls=2k",
        "fan=wide",
        "cpu=5",
        "cpu=1001ms",
        "cpu=1000001us",
        "depth=1001",
        "depth=5k",
        "bytes=1m",
        "bytes=1025k",
        "bytes=1048577",
        "calls=2,",
        "calls=99999999"
      })
  void whatIsNoWorkloadIsNamed(String typed) {
    assertThatThrownBy(() -> WorkloadQuery.parse(typed, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected calls=1..100");
  }

  @ParameterizedTest
  @ValueSource(strings = {"query=point", "query=tx(3)", "query=sleep(10s)", "query=sleep(1ms)"})
  void aDatabaseIsAskedForAQuery(String typed) {
    assertThat(WorkloadQuery.parse(typed, true)).isEqualTo(typed);
    assertThatThrownBy(() -> WorkloadQuery.parse(typed, false))
        .hasMessageContaining("--downstream postgres");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"query=", "query=tx(2)", "query=sleep(11s)", "query=sleep(0ms)", "query=sleep(5)"})
  void anotherQueryIsRefused(String typed) {
    assertThatThrownBy(() -> WorkloadQuery.parse(typed, true))
        .hasMessageContaining("query=sleep(50ms)");
  }
}
