package dev.tierbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkloadTest {

  @ParameterizedTest
  @CsvSource({
    "'', 1, 1",
    "calls=3, 3, 3",
    "calls=3&fan=parallel, 3, 1",
    "http://127.0.0.1:8080/sleep?cpu=1ms&calls=12&fan=serial, 12, 12",
    "http://127.0.0.1:8080/sleep?recalls=5, 1, 1"
  })
  void callsAndThoseInTurnAreInTheQuery(String query, int calls, int inTurn) {
    assertThat(new Workload(query).calls()).isEqualTo(calls);
    assertThat(new Workload(query).callsInTurn()).isEqualTo(inTurn);
  }

  @ParameterizedTest
  @CsvSource({
    "'', query=sleep(1ms)",
    "calls=3, calls=3&query=sleep(1ms)",
    "query=sleep(2s), query=sleep(1ms)",
    "calls=3&query=sleep(50ms)&fan=parallel, calls=3&query=sleep(1ms)&fan=parallel",
    "query=point, query=point",
    "calls=2&query=tx(3), calls=2&query=tx(3)"
  })
  void statementsThatOnlyWaitCanWaitForLess(String query, String sleeping) {
    assertThat(new Workload(query).sleeping("1ms")).isEqualTo(new Workload(sleeping));
  }

  @ParameterizedTest
  @CsvSource({"'', 50", "calls=3&query=sleep(7ms), 7", "query=sleep(2s), 2000", "query=point, "})
  void howLongAStatementWaitsIsInTheQuery(String query, Long millis) {
    assertThat(new Workload(query).sleepMillis()).isEqualTo(Optional.ofNullable(millis));
  }

  @ParameterizedTest
  @CsvSource({"bytes=500, 500", "cpu=1ms&bytes=16k, 16384", "'', ", "kilobytes=5, "})
  void theLengthOfAnAnswerIsInTheQuery(String query, Integer bytes) {
    assertThat(new Workload(query).bytes()).isEqualTo(Optional.ofNullable(bytes));
  }
}
