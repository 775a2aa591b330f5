package dev.tierbench.floor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.contract.EchoStub;
import dev.tierbench.contract.ModelSuite;
import dev.tierbench.contract.ServerUnderTest;
import dev.tierbench.contract.StartAttempt;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.netty.DisposableServer;

@ValueSource(strings = "netty-floor")
class FloorServerTest extends ModelSuite {

  @Override
  protected ServerUnderTest start(EchoStub echo) {
    FloorSettings settings = new FloorSettings();
    FloorServer.line(settings).parseArgs(ServerUnderTest.options(echo, "--netty.event-loops=2"));
    DisposableServer server = FloorServer.start(settings.checked());
    return new ServerUnderTest(server.port(), server::disposeNow);
  }

  @Test
  void theSettingsShowTheEventLoops() {
    assertThat(server.settings())
        .containsEntry("transport", "epoll")
        .containsEntry("event_loops", 2)
        .containsEntry("max_threads", null)
        .containsEntry("min_spare_threads", null)
        .containsEntry("max_connections", null);
    assertThat(version("spring_boot")).isEqualTo("null");
    assertThat(version("server")).matches("reactor-netty/1\\..+ netty/4\\..+");
  }

  @Test
  void aBusyPortIsRefusedWithAHint() throws Exception {
    try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = busy.getLocalPort();
      refused("--server.port=" + port).assertRefusedForThePort(port);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --echo.url=no address  | invalid echo.url 'no address': expected an address such as http://127.0.0.1:8081
          --netty.event-loops=-3 | invalid netty.event-loops '-3': expected a number from 1, or 0 for reactor-netty's own choice
          --echo.timeout=soon    | Invalid value for option '--echo.timeout': invalid time 'soon': expected a time from 1ms, such as 5s. See --help
          """)
  void anInvalidSettingIsRefused(String option, String reason) {
    refused(option).assertRefused("cannot start: " + reason);
  }

  private static StartAttempt refused(String option) {
    return StartAttempt.inThisJvm(() -> FloorServer.line(new FloorSettings()).execute(option));
  }
}
