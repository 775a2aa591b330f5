package dev.tierbench.harness.http.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkloadQueryTest {

  @Test
  void theQueryIsWhatServersTake() {
    assertThat(WorkloadQuery.parse("calls=3,fan=parallel,cpu=200us,bytes=16k"))
        .isEqualTo("calls=3&fan=parallel&cpu=200us&bytes=16k");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "calls=0", "calls=101", "fan=wide", "cpu=5", "bytes=1m", "calls=2,"})
  void whatIsNoWorkloadIsNamed(String typed) {
    assertThatThrownBy(() -> WorkloadQuery.parse(typed))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is none of calls=1..100");
  }
}
