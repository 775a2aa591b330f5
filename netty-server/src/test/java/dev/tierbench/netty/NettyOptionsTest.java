package dev.tierbench.netty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.contract.EchoOutage;
import dev.tierbench.contract.EchoStub;
import dev.tierbench.contract.ServerContract.Strictness;
import dev.tierbench.contract.ServerUnderTest;
import dev.tierbench.contract.StartAttempt;
import io.netty.channel.uring.IoUring;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command line: what is in force, and what is refused in one line. */
@Tag("process")
class NettyOptionsTest {

  @Test
  void anOptionIsInForceAndEchoMayStartAfterTheServer() {
    try (EchoStub echo = new EchoStub()) {
      echo.kill();
      try (ServerUnderTest server =
          NettyModelsTest.started(
              echo,
              "--netty.event-loops=3",
              "--netty.accept-count=5000",
              "--server.netty.idle-timeout=9s",
              "--echo.max-connections=1",
              "--echo.connect-timeout=1s")) {
        EchoOutage outage = new EchoOutage(server, echo, Strictness.OUR_SERVERS);
        outage.endsWithTheFirstStartOfEcho();
        outage.namesAPoolThatIsExhausted();
        assertThat(server.settings())
            .containsEntry("model", "webflux-reactor")
            .containsEntry("event_loops", 3)
            .containsEntry("accept_count", 5000)
            .containsEntry("keep_alive_timeout_ms", 9000)
            .containsEntry("client_max_connections", 1)
            .containsEntry("connect_timeout_ms", 1000);
      }
    }
  }

  @Test
  void anotherTransportServesTheSame() {
    Assumptions.assumeTrue(IoUring.isAvailable(), () -> "skipped: " + IoUring.featureString());
    for (String transport : List.of("io_uring", "nio")) {
      try (EchoStub echo = new EchoStub();
          ServerUnderTest server =
              NettyModelsTest.started(echo, "--netty.transport=" + transport)) {
        assertThat(server.getConcurrently("/sleep", 20))
            .extracting(HttpResponse::body)
            .containsOnly(EchoStub.BODY);
        assertThat(server.settings()).containsEntry("transport", transport);
        assertThat(Thread.getAllStackTraces().keySet())
            .extracting(Thread::getName)
            .contains("reactor-http-" + transport + "-1");
      }
    }
  }

  @Test
  void aBusyPortEndsTheProcessWithAHint(@TempDir Path folder) throws Exception {
    try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = busy.getLocalPort();
      StartAttempt.inAProcess(NettyServer.class.getName(), folder, "--server.port=" + port)
          .assertRefusedForThePort(port);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --echo.url=no address    | invalid echo.url 'no address': expected an address such as http://127.0.0.1:8081
          --netty.event-loops=-3   | invalid netty.event-loops '-3': expected a number from 1, or 0 for reactor-netty's own choice
          --netty.transport=uring  | invalid netty.transport 'uring': expected auto, epoll, io_uring or nio
          --netty.model=quarkus    | invalid netty.model 'quarkus': expected one of webflux-reactor, webflux-rxjava, webflux-elastic, webflux-virtual
          """)
  void anInvalidSettingIsRefused(String option, String reason) {
    StartAttempt.inThisJvm(
            () -> {
              NettyServer.main(new String[] {"--server.port=0", option});
              return 0;
            })
        .assertRefused("cannot start: " + reason);
  }
}
