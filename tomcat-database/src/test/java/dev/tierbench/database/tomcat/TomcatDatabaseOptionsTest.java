package dev.tierbench.database.tomcat;

import dev.tierbench.contract.StartAttempt;
import dev.tierbench.contract.database.DatabaseStart;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command line: what is refused in one line, and a database that starts late. */
@Tag("process")
class TomcatDatabaseOptionsTest {

  @Test
  void theDatabaseMayStartAfterTheServer() throws Exception {
    DatabaseStart.afterTheServer(TomcatDatabaseModelsTest::started);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --database.url=no address     | invalid database.url 'no address': expected an address without credentials, such as postgresql://127.0.0.1:5432/tierbench
          --database.pool=0             | invalid database.pool '0': expected a number from 1
          --database.timeout=0s         | invalid database.timeout 'PT0S': expected a time from 1ms, such as 5s
          --database.rows=-1            | invalid database.rows '-1': expected a number from 1
          """)
  void anInvalidSettingIsRefused(String option, String reason) {
    StartAttempt.inThisJvm(
            () -> {
              TomcatDatabaseServer.main(new String[] {"--server.port=0", option});
              return 0;
            })
        .assertRefused("cannot start: " + reason);
  }
}
