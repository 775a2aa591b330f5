package dev.tierbench.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.loadgen.TestRun;
import dev.tierbench.loadgen.TestServer;
import dev.tierbench.loadgen.TestTls;
import dev.tierbench.loadgen.http.SelfSigned;
import dev.tierbench.run.record.LoadResult;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests with a body, in clear text and over TLS. */
@Tag("process")
class PostLoadTest {

  private static final int MEBI = 1_024 * 1_024;

  private static SSLContext secure;

  @TempDir Path folder;

  @BeforeAll
  static void makeCertificate() throws Exception {
    secure = TestTls.server(SelfSigned.make("ip:127.0.0.1"));
  }

  private static TestServer server(boolean tls, TestServer.Behaviour behaviour) throws Exception {
    return server(tls, behaviour, (socket, out, number) -> {});
  }

  private static TestServer server(
      boolean tls, TestServer.Behaviour behaviour, TestServer.Behaviour welcome) throws Exception {
    return new TestServer(0, behaviour, welcome, tls ? Optional.of(secure) : Optional.empty());
  }

  private static LoadResult post(TestServer server, Path body, String arguments) throws Exception {
    String insecure = server.url().startsWith("https") ? " --insecure" : "";
    String all = server.url() + " --method POST --body-file " + body + " " + arguments + insecure;
    return TestRun.of(all);
  }

  private Path randomBody(int bytes) throws Exception {
    byte[] body = new byte[bytes];
    new Random(1).nextBytes(body);
    return Files.write(folder.resolve("body"), body);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aJsonBodyArrivesByteForByteInEveryRequest(boolean tls) throws Exception {
    String json = "{\"name\": \"Gr\u00f6\u00dfe\",\r\n\r\n \"n\": 1}\n";
    Path body = Files.writeString(folder.resolve("order.json"), json);
    Set<String> heads = ConcurrentHashMap.newKeySet();
    Set<String> bodies = ConcurrentHashMap.newKeySet();
    try (TestServer server = server(tls, TestServer.delayed(5))) {
      server.inspect((head, received) -> {
        heads.add(head);
        bodies.add(new String(received, StandardCharsets.UTF_8));
      });
      LoadResult result = post(server, body, "-c 8 --phases settle=300ms,measure=600ms");
      assertThat(bodies).containsExactly(json);
      assertThat(heads)
          .singleElement()
          .asString()
          .startsWith("POST /sleep HTTP/1.1\r\n")
          .contains("Content-Type: application/json\r\n", "Content-Length: 32\r\n");
      assertThat(TestRun.sent(result)).isEqualTo(server.requests()).isGreaterThan(16);
      assertThat(result.phases().getLast().failed().total()).isZero();
      assertThat(result.phases().getLast().inFlightAtEnd().orElseThrow()).isEqualTo(8);
      LoadResult.Request request = result.request();
      assertThat(request.method()).isEqualTo("POST");
      assertThat(request.bodyBytes()).isEqualTo(32);
      assertThat(request.tls().isPresent()).isEqualTo(tls);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aBodyOfSeveralMegabytesArrivesWhole(boolean tls) throws Exception {
    Path file = randomBody(5 * MEBI + 1);
    byte[] body = Files.readAllBytes(file);
    AtomicLong whole = new AtomicLong();
    try (TestServer server = server(tls, TestServer.saying(TestServer.OK))) {
      server.inspect((head, received) -> {
        if (Arrays.equals(body, received)) {
          whole.incrementAndGet();
        }
      });
      LoadResult result = post(server, file, "-c 3 --phases measure=2s");
      LoadResult.Phase measured = result.phases().getFirst();
      assertThat(measured.ok()).isPositive();
      assertThat(measured.failed().total()).isZero();
      assertThat(whole.get()).isEqualTo(server.requests());
      assertThat(TestRun.sent(result)).isEqualTo(server.requests());
      assertThat(result.connections().reconnects().orElseThrow()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anAnswerBeforeTheBodyWasReadCountsOnceAndTheConnectionIsReplaced(boolean tls)
      throws Exception {
    Path file = randomBody(24 * MEBI);
    byte[] body = Files.readAllBytes(file);
    AtomicLong heads = new AtomicLong();
    AtomicLong foreign = new AtomicLong();
    TestServer.Behaviour early =
        (socket, out, number) -> {
          InputStream in = socket.getInputStream();
          heads.addAndGet(TestServer.readHead(in).isPresent() ? 1 : 0);
          out.write(TestServer.OK.getBytes(StandardCharsets.US_ASCII));
          out.flush();
          // Until then the buffers are full of the body, however slowly a cold JVM encrypts it.
          Thread.sleep(3_000);
          // What was on its way must be the beginning of the body, and nothing of a next request.
          byte[] rest = in.readNBytes(body.length);
          if (!Arrays.equals(rest, 0, rest.length, body, 0, rest.length)) {
            foreign.incrementAndGet();
          }
        };
    try (TestServer server = server(tls, TestServer.saying(TestServer.OK), early)) {
      LoadResult result = post(server, file, "-c 2 --phases measure=5s");
      LoadResult.Phase measured = result.phases().getFirst();
      assertThat(measured.ok()).isPositive();
      assertThat(measured.failed().total()).isZero();
      // Each connection is answered early once; one whose request was sent whole by then is kept.
      // The end may find a request of each connection on its way.
      long reconnects = result.connections().reconnects().orElseThrow();
      assertThat(reconnects).isPositive();
      assertThat(heads.get()).isBetween(reconnects, reconnects + 2);
      assertThat(heads.get() + server.requests())
          .isBetween(TestRun.sent(result) - 2, TestRun.sent(result));
      assertThat(measured.ok()).isBetween(TestRun.sent(result) - 2, TestRun.sent(result));
      assertThat(foreign.get()).isZero();
      assertThat(result.idleLosses())
          .extracting(LoadResult.Failure::reason)
          .containsExactly("answered before the request was sent whole");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aServerThatClosesInsideABodyFailsEachRequestOnce(boolean tls) throws Exception {
    AtomicLong heads = new AtomicLong();
    TestServer.Behaviour closing =
        (socket, out, number) -> {
          heads.addAndGet(TestServer.readHead(socket.getInputStream()).isPresent() ? 1 : 0);
          socket.getInputStream().readNBytes(100_000);
          socket.close();
        };
    try (TestServer server = server(tls, TestServer.saying(TestServer.OK), closing)) {
      LoadResult result = post(server, randomBody(32 * MEBI), "-c 2 --phases measure=2s");
      LoadResult.Phase measured = result.phases().getFirst();
      assertThat(measured.ok()).isZero();
      assertThat(measured.failed().reset().orElseThrow())
          .isEqualTo(measured.failed().total())
          .isPositive();
      assertThat(TestRun.sent(result)).isEqualTo(heads.get());
      assertThat(result.failuresOfRequests().stream().mapToLong(LoadResult.Failure::count).sum())
          .isEqualTo(measured.failed().total());
      assertThat(server.requests()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aServerThatReadsNoBodyTimesOutAndTheNextRequestBeginsAnew(boolean tls) throws Exception {
    AtomicLong heads = new AtomicLong();
    TestServer.Behaviour stalling =
        (socket, out, number) -> {
          heads.addAndGet(TestServer.readHead(socket.getInputStream()).isPresent() ? 1 : 0);
          Thread.sleep(60_000);
        };
    try (TestServer server = server(tls, TestServer.saying(TestServer.OK), stalling)) {
      LoadResult result =
          post(server, randomBody(32 * MEBI), "-c 2 --timeout 1500ms --phases measure=3500ms");
      LoadResult.Phase measured = result.phases().getFirst();
      assertThat(measured.ok()).isZero();
      assertThat(measured.failed().timeout().orElseThrow())
          .isEqualTo(measured.failed().total())
          .isPositive();
      assertThat(TestRun.sent(result)).isEqualTo(heads.get());
    }
  }

  @Test
  void theAnswersToHeadEndWithTheirHeads() throws Exception {
    String head = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n";
    try (TestServer server = new TestServer(TestServer.saying(head))) {
      String arguments = server.url() + " --method HEAD -c 2 --phases measure=300ms";
      LoadResult result = TestRun.of(arguments);
      assertThat(result.phases().getFirst().ok()).isGreaterThan(10);
      assertThat(result.phases().getFirst().failed().total()).isZero();
      assertThat(TestRun.sent(result)).isEqualTo(server.requests());
      assertThat(result.connections().reconnects().orElseThrow()).isZero();
    }
  }

  @Test
  void aLengthAloneIsComparedWithoutItsText() throws Exception {
    try (TestServer server = new TestServer(TestServer.saying(TestServer.OK))) {
      String arguments = server.url() + " -c 2 --phases measure=200ms --expect-length ";
      LoadResult.Phase right = TestRun.firstPhase(arguments + 5);
      assertThat(right.ok()).isPositive();
      assertThat(right.failed().total()).isZero();
      LoadResult.Phase wrong = TestRun.firstPhase(arguments + 4);
      assertThat(wrong.ok()).isZero();
      assertThat(wrong.failed().body().orElseThrow())
          .isEqualTo(wrong.failed().total())
          .isPositive();
      LoadResult.Phase none = TestRun.firstPhase(arguments + 0);
      assertThat(none.ok()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " -R 50"})
  void aRehearsalSendsTheBodyToo(String model) throws Exception {
    String plan = "http://127.0.0.1:1/ --method POST -c 4 --body-file " + randomBody(3_000) + model;
    assertThat(Rehearsal.of(TestRun.plan(plan))).isGreaterThan(100);
    String head = "http://127.0.0.1:1/ --method HEAD -c 4" + model;
    assertThat(Rehearsal.of(TestRun.plan(head))).isGreaterThan(100);
  }
}
