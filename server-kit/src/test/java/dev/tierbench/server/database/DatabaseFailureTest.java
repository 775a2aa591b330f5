package dev.tierbench.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatabaseFailureTest {
  private static final DatabaseSettings SETTINGS =
      DatabaseSettingsTest.settings("postgresql://127.0.0.1:5432/tierbench");

  @ParameterizedTest
  @CsvSource({
    "57014, 504, the database did not answer within 1000 ms",
    "42P01, 502, the database answered with an error: 42P01",
    "08006, 502, the database closed the connection before its answer was complete",
    "57P01, 502, the database closed the connection before its answer was complete",
    ", 502, the database closed the connection before its answer was complete"
  })
  void aStatementFailsForAReasonThatItsStateTells(String state, int status, String reason) {
    assertIs(DatabaseFailure.querying(Optional.ofNullable(state), SETTINGS), status, reason);
  }

  @ParameterizedTest
  @CsvSource({
    "08001, the database is down: cannot connect to postgresql://127.0.0.1:5432/tierbench",
    "57P03, the database is down: cannot connect to postgresql://127.0.0.1:5432/tierbench",
    ", the database is down: cannot connect to postgresql://127.0.0.1:5432/tierbench",
    "28P01, the database answered with an error: 28P01"
  })
  void aConnectionIsRefusedByADatabaseThatIsDownOrByOneThatSaysWhy(String state, String reason) {
    assertIs(DatabaseFailure.connecting(Optional.ofNullable(state), SETTINGS), 502, reason);
  }

  @Test
  void aLimitThatIsOverIsNamed() {
    assertIs(
        DatabaseFailure.poolExhausted(SETTINGS),
        504,
        "no connection to the database came free within 3000 ms");
    assertIs(
        DatabaseFailure.notConnected(SETTINGS),
        504,
        "the database did not accept a connection within 2000 ms");
  }

  private static void assertIs(DatabaseFailure failure, int status, String reason) {
    assertThat(failure).hasMessage(reason);
    assertThat(failure.status()).isEqualTo(status);
    assertThat(failure.getStackTrace()).isEmpty();
  }
}
