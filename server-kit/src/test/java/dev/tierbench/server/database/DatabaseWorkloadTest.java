package dev.tierbench.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.server.Workload;
import dev.tierbench.server.database.DatabaseQuery.Point;
import dev.tierbench.server.database.DatabaseQuery.Sleep;
import dev.tierbench.server.database.DatabaseQuery.Transaction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseWorkloadTest {

  @ParameterizedTest
  @NullAndEmptySource
  void withoutAQueryEachCallSleepsFor50Milliseconds(String query) {
    DatabaseWorkload asked = DatabaseWorkload.of(query);
    assertThat(asked.query()).isEqualTo(new Sleep(50_000));
    assertThat(asked.work()).isEqualTo(Workload.SLEEP);
  }

  @ParameterizedTest
  @CsvSource({
    "sleep(1ms), 1000",
    "sleep(1500us), 1500",
    "sleep(10s), 10000000",
    "sleep(10000ms), 10000000",
    "sleep%2850ms%29, 50000"
  })
  void aSleepHasAUnit(String query, int micros) {
    assertThat(DatabaseWorkload.of("query=" + query).query()).isEqualTo(new Sleep(micros));
  }

  @Test
  void theOtherQueriesAndThePartsOfAnyServerComeInAnyOrder() {
    DatabaseWorkload point = DatabaseWorkload.of("calls=3&query=point&fan=parallel");
    assertThat(point.query()).isEqualTo(new Point());
    assertThat(point.work().calls()).isEqualTo(3);
    assertThat(point.work().parallel()).isTrue();
    assertThat(DatabaseWorkload.of("query=tx%283%29").query()).isEqualTo(new Transaction());
    assertThat(DatabaseWorkload.of("query=tx(3)&bytes=7").work().bytes()).isEqualTo(7);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "query=",
        "query",
        "query=tx",
        "query=tx(2)",
        "query=point()",
        "query=sleep(0ms)",
        "query=sleep(999us)",
        "query=sleep(10001ms)",
        "query=sleep(5)",
        "query=point&",
        "calls=0"
      })
  void anythingElseIsRefusedWithAllThatIsExpected(String query) {
    assertThatThrownBy(() -> DatabaseWorkload.of(query))
        .isInstanceOf(Workload.Invalid.class)
        .hasMessageStartingWith("invalid workload '")
        .hasMessageContaining("expected query=sleep(50ms)")
        .hasMessageContaining("calls=1..100");
  }

  @Test
  void aServerOfEchoKnowsNoQuery() {
    assertThatThrownBy(() -> Workload.of("query=point"))
        .isInstanceOf(Workload.Invalid.class)
        .hasMessageStartingWith("invalid workload 'query=point': expected calls=1..100");
  }
}
