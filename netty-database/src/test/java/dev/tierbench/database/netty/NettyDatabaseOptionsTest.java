package dev.tierbench.database.netty;

import dev.tierbench.contract.StartAttempt;
import dev.tierbench.contract.database.DatabaseStart;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command line: what is refused in one line, and a database that starts late. */
@Tag("process")
class NettyDatabaseOptionsTest {

  @Test
  void theDatabaseMayStartAfterTheServer() throws Exception {
    DatabaseStart.afterTheServer(NettyDatabaseModelsTest::started);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --database.url=no address    | invalid database.url 'no address': expected an address without credentials, such as postgresql://127.0.0.1:5432/tierbench
          --netty.model=webflux-rxjava | invalid netty.model 'webflux-rxjava': expected one of webflux-reactor, webflux-coroutine, webflux-virtual
          """)
  void anInvalidSettingIsRefused(String option, String reason) {
    StartAttempt.inThisJvm(
            () -> {
              NettyDatabaseServer.main(new String[] {"--server.port=0", option});
              return 0;
            })
        .assertRefused("cannot start: " + reason);
  }
}
