package dev.tierbench.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.loadgen.TestRun;
import dev.tierbench.loadgen.TestServer;
import dev.tierbench.loadgen.TestTls;
import dev.tierbench.loadgen.cli.Plans;
import dev.tierbench.loadgen.http.SelfSigned;
import dev.tierbench.loadgen.output.TextReport;
import dev.tierbench.loadgen.result.RunListener;
import dev.tierbench.run.record.LoadResult;
import java.net.BindException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("process")
class TlsLoadTest {

  private static final int MOST_ATTEMPTS = 20;

  private static final TestServer.Behaviour QUIET = (socket, out, number) -> {};

  private static SelfSigned identity;

  @TempDir static Path folder;
  private static Path trust;

  @BeforeAll
  static void makeCertificate() throws Exception {
    identity = SelfSigned.make("ip:127.0.0.1,dns:localhost");
    trust = TestTls.pem(folder.resolve("server.pem"), identity.certificate());
  }

  private static TestServer server(TestServer.Behaviour behaviour) throws Exception {
    return server(behaviour, QUIET, identity);
  }

  private static TestServer server(
      TestServer.Behaviour behaviour, TestServer.Behaviour welcome, SelfSigned as)
      throws Exception {
    SSLContext context = TestTls.server(as);
    return new TestServer(0, behaviour, welcome, Optional.of(context));
  }

  private static LoadResult run(String url, String arguments) throws Exception {
    return TestRun.of(url + " " + arguments);
  }

  private static LoadResult trusting(TestServer server, String arguments) throws Exception {
    return run(server.url(), arguments + " --trust " + trust);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--start spread", "--start burst -t 3", "-R 400", "-R 400 -t 2"})
  void theServerSawExactlyTheRequestsThatTheClientSent(String options) throws Exception {
    try (TestServer server = server(TestServer.delayed(5))) {
      LoadResult result = trusting(server, "-c 20 --phases settle=400ms,measure=800ms " + options);
      LoadResult.Phase measured = result.phases().getLast();
      assertThat(TestRun.sent(result)).isEqualTo(server.requests()).isGreaterThan(20);
      assertThat(measured.failed().total()).isZero();
      assertThat(measured.started().orElseThrow())
          .isEqualTo(
              measured.ok() + measured.failed().total() + measured.inFlightAtEnd().orElseThrow());
      assertThat(result.connections().established().orElseThrow()).isEqualTo(20);
      assertThat(result.connections().reconnects().orElseThrow()).isZero();
      assertThat(result.failures()).isEmpty();
      LoadResult.Tls tls = result.request().tls().orElseThrow();
      assertThat(tls.protocol()).isEqualTo("TLSv1.3");
      assertThat(tls.cipher()).startsWith("TLS_");
      assertThat(result.environment().caveats()).noneMatch(text -> text.contains("insecure"));
    }
  }

  @Test
  void aCertificateThatNobodyVouchesForIsRefused() throws Exception {
    try (TestServer server = server(TestServer.delayed(5))) {
      assertThatThrownBy(() -> run(server.url(), "-c 3"))
          .isInstanceOf(CannotRunException.class)
          .hasMessageContainingAll(
              server.url().split("/", -1)[2], "certificate was refused", "--trust", "--insecure")
          .hasMessageNotContaining("\n");
      assertThat(server.requests()).isZero();
    }
  }

  @Test
  void aCertificateOfAnotherHostIsRefusedThoughItIsTrusted() throws Exception {
    SelfSigned other = SelfSigned.make("dns:other.test");
    Path file = TestTls.pem(folder.resolve("other.pem"), other.certificate());
    try (TestServer server = server(TestServer.delayed(5), QUIET, other)) {
      assertThatThrownBy(() -> run(server.url(), "-c 1 --trust " + file))
          .isInstanceOf(CannotRunException.class)
          .hasMessageContaining("certificate was refused");
    }
  }

  @Test
  void insecureBelievesAnyCertificateAndSaysSo() throws Exception {
    SelfSigned other = SelfSigned.make("dns:other.test");
    try (TestServer server = server(TestServer.delayed(5), QUIET, other)) {
      LoadResult result = run(server.url(), "-c 2 -d 300ms --insecure");
      assertThat(result.phases().getFirst().ok()).isPositive();
      assertThat(result.environment().caveats())
          .contains("insecure: the certificate of the server was not verified");
    }
  }

  @Test
  void theNameOfTheHostIsSentWithTheFirstMessage() throws Exception {
    Set<List<SNIServerName>> names = ConcurrentHashMap.newKeySet();
    TestServer.Behaviour asking =
        (socket, out, number) ->
            names.add(
                ((ExtendedSSLSession) ((SSLSocket) socket).getSession()).getRequestedServerNames());
    try (TestServer server = server(TestServer.delayed(5), asking, identity)) {
      run(server.url("localhost"), "-c 2 -d 200ms --trust " + trust);
      assertThat(names).containsExactly(List.of(new SNIHostName("localhost")));
    }
  }

  @Test
  void aReconnectionInsideTheWindowIsCountedAsOne() throws Exception {
    TestServer.Behaviour closing =
        (socket, out, number) -> {
          TestServer.saying("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok")
              .answer(socket, out, number);
          out.flush();
          socket.close();
        };
    try (TestServer server = server(closing)) {
      LoadResult result = trusting(server, "-c 3 --phases measure=1500ms --expect-body ok");
      LoadResult.Phase measured = result.phases().getFirst();
      assertThat(measured.ok()).isGreaterThan(3);
      assertThat(measured.failed().total()).isZero();
      assertThat(result.connections().reconnects().orElseThrow())
          .isBetween(measured.ok() - 3, measured.ok() + 3);
      assertThat(TestRun.sent(result)).isEqualTo(server.requests());
    }
  }

  @Test
  void aBodyThatTheEndOfTlsEndsIsWhole() throws Exception {
    TestServer.Behaviour closing =
        (socket, out, number) -> {
          TestServer.saying("HTTP/1.0 200 OK\r\n\r\nbody").answer(socket, out, number);
          out.flush();
          socket.close();
        };
    try (TestServer server = server(closing)) {
      LoadResult.Phase measured =
          trusting(server, "-c 2 --phases measure=400ms --expect-body body").phases().getFirst();
      assertThat(measured.ok()).isPositive();
      assertThat(measured.failed().total()).isZero();
    }
  }

  @Test
  void aBodyThatOnlyTheEndOfTcpEndsMayBeCutShort() throws Exception {
    TestServer[] self = new TestServer[1];
    TestServer.Behaviour cutting =
        (socket, out, number) -> {
          TestServer.saying("HTTP/1.0 200 OK\r\n\r\nbody").answer(socket, out, number);
          out.flush();
          self[0].cut(socket);
        };
    try (TestServer server = server(cutting)) {
      self[0] = server;
      LoadResult result = trusting(server, "-c 2 --phases measure=400ms --expect-body body");
      LoadResult.Phase measured = result.phases().getFirst();
      assertThat(measured.ok()).isZero();
      assertThat(measured.failed().reset().orElseThrow())
          .isEqualTo(measured.failed().total())
          .isPositive();
      assertThat(result.failuresOfRequests())
          .extracting(LoadResult.Failure::reason)
          .containsExactly("closed without close_notify inside the response body");
    }
  }

  @Test
  void aServerThatDoesNotSpeakTlsIsNamed() throws Exception {
    try (TestServer server =
        new TestServer(
            0,
            TestServer.saying(TestServer.OK),
            TestServer.saying("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"))) {
      assertThatThrownBy(() -> run(server.url().replace("http:", "https:"), "-c 1"))
          .isInstanceOf(CannotRunException.class)
          .hasMessageContaining("the server does not speak TLS. Is http:// meant?");
    }
  }

  @Test
  void aServerThatClosesInsideTheHandshakeIsNamed() throws Exception {
    try (TestServer server =
        new TestServer(
            0,
            TestServer.saying(TestServer.OK),
            (socket, out, number) -> {
              socket.getInputStream().read();
              socket.setSoLinger(true, 0);
              socket.close();
            })) {
      assertThatThrownBy(() -> run(server.url().replace("http:", "https:"), "-c 1"))
          .isInstanceOf(CannotRunException.class)
          .hasMessageMatching(".*(closed during the TLS handshake|connection reset).*");
    }
  }

  @Test
  void aHandshakeThatIsNotAnsweredTimesOut() throws Exception {
    try (TestServer server =
        new TestServer(
            0, TestServer.saying(TestServer.OK), (socket, out, number) -> Thread.sleep(60_000))) {
      String url = server.url().replace("http:", "https:");
      assertThatThrownBy(() -> run(url, "-c 1 --timeout 300ms"))
          .isInstanceOf(CannotRunException.class)
          .hasMessageContaining("TLS handshake timed out");
    }
  }

  @Test
  void aRefusedHandshakeInsideTheWindowIsAFailureToConnect() throws Exception {
    TestServer first = server(TestServer.delayed(5));
    int port = java.net.URI.create(first.url()).getPort();
    SelfSigned other = SelfSigned.make("ip:127.0.0.1");
    TestServer[] second = new TestServer[1];
    RunListener replacing =
        TestRun.atEachPhase(phase -> {
          if (phase.equals("other")) {
            first.close();
            second[0] = again(port, other);
          }
        });
    String arguments =
        first.url() + " -c 4 --phases settle=400ms,other=800ms,after=300ms --trust " + trust;
    LoadResult result = TestRun.of(arguments, replacing);
    second[0].close();
    assertThat(result.phase("settle").orElseThrow().failed().total()).isZero();
    LoadResult.Phase after = result.phase("after").orElseThrow();
    assertThat(after.ok()).isZero();
    assertThat(after.failed().connect().orElseThrow())
        .isEqualTo(after.failed().total())
        .isPositive();
    assertThat(second[0].requests()).isZero();
    assertThat(result.failuresOfRequests())
        .extracting(LoadResult.Failure::reason)
        .anyMatch(reason -> reason.startsWith("the server's certificate was refused"));
  }

  /** Meanwhile the kernel may have given the port to a client that connects to anything. */
  private static TestServer again(int port, SelfSigned certificate) throws Exception {
    for (int attempt = 1; ; attempt++) {
      try {
        return new TestServer(
            port, TestServer.delayed(5), QUIET, Optional.of(TestTls.server(certificate)));
      } catch (BindException e) {
        if (attempt == MOST_ATTEMPTS) {
          throw e;
        }
        Thread.sleep(20);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " -R 50"})
  void aRehearsalSpeaksTlsToo(String model) throws Exception {
    String plan = "https://no-such-host.invalid/ -c 4" + model;
    assertThat(Rehearsal.of(TestRun.plan(plan))).isGreaterThan(100);
  }

  @Test
  void theOptionsOfTlsBelongToTls() {
    assertThatThrownBy(() -> Plans.of("http://h", "--insecure"))
        .hasMessageContaining("belong to https:// URLs");
    assertThatThrownBy(() -> Plans.of("http://h", "--trust", trust.toString()))
        .hasMessageContaining("belong to https:// URLs");
    assertThatThrownBy(() -> Plans.of("https://h", "--insecure", "--trust", trust.toString()))
        .hasMessageContaining("--insecure verifies nothing");
    assertThat(Plans.of("https://h/").target().hostAndPort()).isEqualTo("h:443");
    assertThat(Plans.of("HTTPS://h/").target().tls()).isPresent();
  }

  @Test
  void theTextReportTellsMethodAndCipher() throws Exception {
    try (TestServer server = server(TestServer.delayed(5))) {
      String report = TextReport.of(trusting(server, "-c 2 -d 200ms --method PUT"));
      assertThat(report.lines().skip(1).findFirst().orElseThrow())
          .matches("PUT, TLSv1.3 with TLS_\\w+");
    }
  }

  @Test
  void aServerThatSpeaksFirstIsNamedByWhatItSays() throws Exception {
    try (TestServer server =
        server(
            TestServer.saying(TestServer.OK), TestServer.saying("220 mail ready\r\n"), identity)) {
      LoadResult result = trusting(server, "-c 2 -R 2 --phases measure=600ms");
      assertThat(result.idleLosses())
          .extracting(LoadResult.Failure::reason)
          .anySatisfy(reason -> assertThat(reason).contains("no request asked for", "220 mail"));
    }
  }
}
