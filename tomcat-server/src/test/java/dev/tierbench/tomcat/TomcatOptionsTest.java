package dev.tierbench.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.contract.EchoOutage;
import dev.tierbench.contract.EchoStub;
import dev.tierbench.contract.ServerContract.Strictness;
import dev.tierbench.contract.ServerUnderTest;
import dev.tierbench.contract.StartAttempt;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command line: what is in force, and what is refused in one line. */
@Tag("process")
class TomcatOptionsTest {

  @Test
  void anOptionIsInForceAndEchoMayStartAfterTheServer() {
    try (EchoStub echo = new EchoStub()) {
      echo.kill();
      try (ServerUnderTest server =
          TomcatModelsTest.started(
              echo,
              "--server.tomcat.threads.max=40",
              "--server.tomcat.threads.min-spare=4",
              "--server.tomcat.accept-count=5000",
              "--server.tomcat.max-connections=6000",
              "--server.tomcat.keep-alive-timeout=9s",
              "--echo.max-connections=1",
              "--echo.connect-timeout=1s")) {
        EchoOutage outage = new EchoOutage(server, echo, Strictness.OUR_SERVERS);
        outage.endsWithTheFirstStartOfEcho();
        outage.namesAPoolThatIsExhausted();
        assertThat(server.settings())
            .containsEntry("model", "tomcat-platform")
            .containsEntry("max_threads", 40)
            .containsEntry("min_spare_threads", 4)
            .containsEntry("accept_count", 5000)
            .containsEntry("max_connections", 6000)
            .containsEntry("keep_alive_timeout_ms", 9000)
            .containsEntry("client_max_connections", 1)
            .containsEntry("connect_timeout_ms", 1000);
      }
    }
  }

  @Test
  void aBusyPortEndsTheProcessWithAHint(@TempDir Path folder) throws Exception {
    try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = busy.getLocalPort();
      StartAttempt.inAProcess(TomcatServer.class.getName(), folder, "--server.port=" + port)
          .assertRefusedForThePort(port);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --echo.url=no address            | invalid echo.url 'no address': expected an address such as http://127.0.0.1:8081
          --echo.client=other              | invalid echo.client 'other': expected httpclient or webclient
          --server.tomcat.threads.max=-3   | invalid server.tomcat.threads.max '-3': expected a number from 1
          """)
  void anInvalidSettingIsRefused(String option, String reason) {
    refused(option).assertRefused("cannot start: " + reason);
  }

  @Test
  void aNumberWithLettersIsRefused() {
    assertThat(refused("--echo.max-connections=many").err())
        .singleElement()
        .asString()
        .startsWith("cannot start: Failed to bind properties under 'echo.max-connections'")
        .contains("many");
  }

  private static StartAttempt refused(String option) {
    return StartAttempt.inThisJvm(() -> {
      TomcatServer.main(new String[] {"--server.port=0", option});
      return 0;
    });
  }
}
