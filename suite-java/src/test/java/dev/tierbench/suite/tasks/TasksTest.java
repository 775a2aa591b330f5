package dev.tierbench.suite.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.tierbench.suite.Case;
import dev.tierbench.suite.Registry;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Tally;
import dev.tierbench.suite.Work;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TasksTest {

  private static final String SUITE = TasksStudy.NAME;
  private static final int SIZE = 40;

  @TempDir Path folder;

  private final Registry registry = Registry.ofClassPath();
  private final AtomicInteger underWay = new AtomicInteger();
  private final AtomicInteger mostUnderWay = new AtomicInteger();
  private final AtomicInteger calls = new AtomicInteger();

  /** Every answer that this divides is a wrong one; 0 for none. */
  private volatile int wrongEvery;

  private HttpServer server;
  private ExecutorService threads;

  @BeforeEach
  void start() throws IOException {
    threads = Executors.newVirtualThreadPerTaskExecutor();
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext(
        "/echo",
        exchange -> {
          mostUnderWay.accumulateAndGet(underWay.incrementAndGet(), Math::max);
          sleep();
          underWay.decrementAndGet();
          int call = calls.incrementAndGet();
          boolean wrong = wrongEvery > 0 && call % wrongEvery == 0;
          byte[] body = (wrong ? "oops\n" : "echo\n").getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  private static void sleep() throws IOException {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdownNow();
  }

  private static List<String> implementations() {
    return Registry.ofClassPath().implementations(SUITE);
  }

  @ParameterizedTest
  @MethodSource("implementations")
  void everyImplementationCompletesEachTaskAndMeasuresTheWriter(String implementation)
      throws Exception {
    for (String order : registry.study(SUITE).cases()) {
      completes(implementation, order);
    }
  }

  private void completes(String implementation, String order) throws Exception {
    mostUnderWay.set(0);
    Case studyCase = new Case(SUITE, order);
    Work work = open(implementation, studyCase, Map.of());
    int size = order.equals(TasksStudy.SERIAL) ? 5 : SIZE;
    Sink sink = Sink.adding();
    try {
      assertThat(work.run(size, sink)).isEqualTo(registry.study(SUITE).expected(studyCase, size));
      assertThat(sink.tally().completed()).isEqualTo(size);
      assertThat(work.writerNanosPerOperation().orElseThrow()).isPositive();
      assertThat(mostUnderWay.get()).isLessThanOrEqualTo(work.setup().threads().orElse(size));
    } finally {
      work.close();
    }
  }

  @ParameterizedTest
  @MethodSource("implementations")
  void theCapLimitsTheCallsUnderWayInEveryArm(String implementation) throws Exception {
    run(implementation, Map.of("cap", "3"));

    assertThat(mostUnderWay.get()).isEqualTo(3);
  }

  @ParameterizedTest
  @MethodSource("implementations")
  void aWrongAnswerIsAFailedTaskAndNoOther(String implementation) throws Exception {
    wrongEvery = 10;

    Tally tally = run(implementation, Map.of());

    assertThat(tally.failed()).isEqualTo(SIZE / 10);
    assertThat(tally.completed()).isEqualTo(SIZE - SIZE / 10);
    assertThat(tally.firstError().orElseThrow()).hasMessageContaining("oops");
  }

  @Test
  void withoutACapAllCallsAreUnderWayAtOnce() throws Exception {
    run("virtual", Map.of());

    assertThat(mostUnderWay.get()).isGreaterThan(TasksStudy.PUBLISHED_CAP);
  }

  private Tally run(String implementation, Map<String, String> values) throws Exception {
    Case concurrent = new Case(SUITE, TasksStudy.CONCURRENT);
    Work work = open(implementation, concurrent, values);
    try {
      Sink sink = Sink.adding();
      long checksum = work.run(SIZE, sink);
      assertThat(checksum).isEqualTo(sink.tally().checksum());
      return sink.tally();
    } finally {
      work.close();
    }
  }

  private Work open(String implementation, Case studyCase, Map<String, String> values)
      throws Exception {
    Map<String, String> all = new HashMap<>(values);
    all.put("echo", "http://127.0.0.1:" + server.getAddress().getPort() + "/echo");
    all.put("database", folder.resolve(implementation + ".db").toString());
    return registry.factory(SUITE, implementation).open(new Settings(studyCase, SIZE, all));
  }
}
