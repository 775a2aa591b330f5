package dev.tierbench.floor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.contract.EchoOutage;
import dev.tierbench.contract.EchoStub;
import dev.tierbench.contract.ModelSuite;
import dev.tierbench.contract.ServerContract.Strictness;
import dev.tierbench.contract.ServerUnderTest;
import dev.tierbench.contract.StartAttempt;
import dev.tierbench.floor.common.Floor;
import io.netty.channel.uring.IoUring;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ValueSource(strings = {"netty-floor", "reactor-netty-floor"})
class FloorServerTest extends ModelSuite {

  @Override
  protected ServerUnderTest start(EchoStub echo) {
    return start(echo, "--floor.model=" + model, "--netty.event-loops=2");
  }

  private static ServerUnderTest start(EchoStub echo, String... options) {
    FloorSettings settings = new FloorSettings();
    FloorServer.line(settings).parseArgs(ServerUnderTest.options(echo, options));
    return start(settings);
  }

  private static ServerUnderTest start(FloorSettings settings) {
    Floor floor = FloorServer.start(settings.plan());
    return new ServerUnderTest(((InetSocketAddress) floor.address()).getPort(), floor::close);
  }

  @Test
  void aPoolThatIsExhaustedIsNamed() {
    try (EchoStub other = new EchoStub();
        ServerUnderTest small =
            start(
                other,
                "--floor.model=" + model,
                "--netty.event-loops=2",
                "--echo.max-connections=1")) {
      new EchoOutage(small, other, Strictness.OUR_SERVERS).namesAPoolThatIsExhausted();
    }
  }

  /** Whichever event loop has it. */
  @Test
  void oneConnectionServesEveryRequestOfAllEventLoops() {
    FloorSettings settings = new FloorSettings();
    try (EchoStub other = new EchoStub()) {
      FloorServer.line(settings)
          .parseArgs(
              ServerUnderTest.options(
                  other,
                  "--floor.model=" + model,
                  "--netty.event-loops=4",
                  "--echo.max-connections=1"));
      settings.acquireTimeout = Duration.ofSeconds(20);
      askInRounds(start(settings));
      assertThat(other.mostConcurrent()).isEqualTo(1);
    }
  }

  private static void askInRounds(ServerUnderTest small) {
    try (small) {
      for (int round = 0; round < 5; round++) {
        assertThat(small.getConcurrently("/sleep", 10))
            .extracting(HttpResponse::body)
            .containsOnly(EchoStub.BODY);
      }
    }
  }

  @Test
  void echoIsAskedOnceItIsThere() {
    try (EchoStub other = new EchoStub()) {
      other.kill();
      try (ServerUnderTest early = start(other, "--floor.model=" + model)) {
        new EchoOutage(early, other, Strictness.OUR_SERVERS).endsWithTheFirstStartOfEcho();
      }
    }
  }

  @Test
  void anotherTransportServesTheSame() {
    Assumptions.assumeTrue(IoUring.isAvailable(), () -> "skipped: " + IoUring.featureString());
    try (EchoStub other = new EchoStub()) {
      for (String transport : List.of("io_uring", "nio")) {
        ServerUnderTest small =
            start(other, "--floor.model=" + model, "--netty.transport=" + transport);
        try (small) {
          assertThat(small.getConcurrently("/sleep", 20))
              .extracting(HttpResponse::body)
              .containsOnly(EchoStub.BODY);
          assertThat(small.settings()).containsEntry("transport", transport);
        }
      }
    }
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
    String netty = "netty/4\\..+";
    assertThat(version("server"))
        .matches(model.equals("netty-floor") ? netty : "reactor-netty/1\\..+ " + netty);
  }

  @Test
  void aBusyPortIsRefusedWithAHint() throws Exception {
    try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = busy.getLocalPort();
      refused("--server.port=" + port, "--floor.model=" + model).assertRefusedForThePort(port);
    }
  }

  @Test
  void anAddressOfAnotherHostIsRefusedForWhatItIs() {
    assertThat(refused("--server.address=192.0.2.1", "--floor.model=" + model).err())
        .singleElement()
        .asString()
        .startsWith("cannot start: cannot listen: ")
        .contains("Cannot assign requested address", "--server.address");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --echo.url=no address  | invalid echo.url 'no address': expected an address such as http://127.0.0.1:8081
          --floor.model=tomcat   | invalid floor.model 'tomcat': expected one of netty-floor, reactor-netty-floor
          --netty.event-loops=-3 | invalid netty.event-loops '-3': expected a number from 1, or 0 for reactor-netty's own choice
          --echo.timeout=soon    | Invalid value for option '--echo.timeout': invalid time 'soon': expected a time from 1ms, such as 5s. See --help
          """)
  void anInvalidSettingIsRefused(String option, String reason) {
    refused(option).assertRefused("cannot start: " + reason);
  }

  private static StartAttempt refused(String... options) {
    return StartAttempt.inThisJvm(() -> FloorServer.line(new FloorSettings()).execute(options));
  }
}
