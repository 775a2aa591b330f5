package dev.tierbench.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tierbench.loadgen.TestRun;
import dev.tierbench.loadgen.TestServer;
import dev.tierbench.loadgen.TestTls;
import dev.tierbench.loadgen.http.SelfSigned;
import dev.tierbench.loadgen.output.TextReport;
import dev.tierbench.run.record.LoadResult;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("process")
class RequestsPerConnectionTest {

  private static final TestServer.Behaviour QUIET = (socket, out, number) -> {};

  private final AtomicLong connections = new AtomicLong();
  private final ThreadLocal<Boolean> closes = ThreadLocal.withInitial(() -> false);

  /** A server that closes a connection when it is asked to. */
  private TestServer server(Optional<SelfSigned> identity) throws Exception {
    TestServer server =
        new TestServer(
            0,
            this::answer,
            (socket, out, number) -> connections.set(number),
            identity.isPresent() ? Optional.of(TestTls.server(identity.get())) : Optional.empty());
    server.inspect((head, body) -> closes.set(head.contains("\r\nConnection: close\r\n")));
    return server;
  }

  private void answer(Socket socket, OutputStream out, long number) throws Exception {
    Thread.sleep(2);
    out.write(TestServer.OK.getBytes(StandardCharsets.US_ASCII));
    out.flush();
    if (closes.get()) {
      socket.close();
    }
  }

  @ParameterizedTest
  @CsvSource({"1, --start burst", "1, -R 400", "10, --start spread", "10, -R 400", "100, -t 2"})
  void aConnectionCarriesThatManyRequests(int each, String more) throws Exception {
    try (TestServer server = server(Optional.empty())) {
      LoadResult result =
          TestRun.of(
              server.url()
                  + " -c 8 --phases settle=300ms,measure=1s --requests-per-connection "
                  + each
                  + " "
                  + more);
      LoadResult.Phase measured = result.phases().getLast();
      assertThat(measured.failed().total()).isZero();
      assertThat(result.idleLosses()).isEmpty();
      assertThat(result.connections().reconnects()).contains(0L);
      long sent = TestRun.sent(result);
      assertThat(server.requests()).isEqualTo(sent).isGreaterThan(200);
      // All but the eight that were open at the end have carried all of theirs.
      assertThat((double) connections.get()).isCloseTo((double) sent / each, within(8.0));
      LoadResult.Renewals renewals = measured.renewals().orElseThrow();
      assertThat(renewals.count()).isPositive();
      assertThat(renewals.handshakeUs()).isEmpty();
      assertThat(renewals.connectUs().mean().orElseThrow())
          .isLessThan(renewals.wholeUs().mean().orElseThrow());
      assertThat(TextReport.of(result)).contains("connections replaced, connect mean");
    }
  }

  @Test
  void overTlsTheHandshakeIsTimedToo(@TempDir Path folder) throws Exception {
    SelfSigned identity = SelfSigned.make("ip:127.0.0.1");
    Path trust = TestTls.pem(folder.resolve("server.pem"), identity.certificate());
    try (TestServer server = server(Optional.of(identity))) {
      LoadResult result =
          TestRun.of(server.url() + " -c 4 -d 1s --requests-per-connection 5 --trust " + trust);
      LoadResult.Phase measured = result.phases().getLast();
      assertThat(measured.failed().total()).isZero();
      assertThat(measured.renewals().orElseThrow().handshakeUs().orElseThrow().mean()).isPresent();
      assertThat((double) connections.get()).isCloseTo(TestRun.sent(result) / 5.0, within(4.0));
    }
  }

  @Test
  void aServerThatDoesNotCloseIsLeft() throws Exception {
    try (TestServer server = new TestServer(0, TestServer.delayed(2), QUIET)) {
      LoadResult result = TestRun.of(server.url() + " -c 4 -d 3s --requests-per-connection 1");
      LoadResult.Phase measured = result.phases().getLast();
      assertThat(measured.failed().total()).isZero();
      assertThat(measured.renewals().orElseThrow().wholeUs().mean().orElseThrow())
          .isGreaterThan(1e6);
    }
  }

  /** The server's answer does not say that it closes. */
  @ParameterizedTest
  @ValueSource(strings = {"Connection:close", "connection:x,Close"})
  void aConnectionThatEachRequestAsksToCloseCarriesOne(String header) throws Exception {
    try (TestServer server = server(Optional.empty())) {
      LoadResult result = TestRun.of(server.url() + " -c 4 -d 500ms -H " + header);
      LoadResult.Phase measured = result.phases().getLast();
      assertThat(measured.failed().total()).isZero();
      assertThat(measured.renewals().orElseThrow().count()).isPositive();
      assertThat(result.idleLosses()).isEmpty();
      assertThat(server.requests()).isEqualTo(TestRun.sent(result));
      assertThat((double) connections.get()).isCloseTo((double) TestRun.sent(result), within(4.0));
    }
  }

  @Test
  void withoutTheOptionNothingIsReplaced() throws Exception {
    try (TestServer server = server(Optional.empty())) {
      LoadResult result = TestRun.of(server.url() + " -c 4 -d 500ms");
      assertThat(result.phases().getLast().renewals()).isEmpty();
      assertThat(connections.get()).isEqualTo(4);
    }
  }
}
