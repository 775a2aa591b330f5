package dev.tierbench.jetty;

import dev.tierbench.contract.StartAttempt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command line: what is refused in one line. */
@Tag("process")
class JettyOptionsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --server.jetty.threads.max=-3 | invalid server.jetty.threads.max '-3': expected a number from 1
          --server.jetty.threads.max=8  | invalid server.jetty.threads.min '10': expected a number from 1 to server.jetty.threads.max, which is 8
          --jetty.accept-count=0        | invalid jetty.accept-count '0': expected a number from 1
          """)
  void anInvalidSettingIsRefused(String option, String reason) {
    StartAttempt.inThisJvm(
            () -> {
              JettyServer.main(new String[] {"--server.port=0", option});
              return 0;
            })
        .assertRefused("cannot start: " + reason);
  }
}
