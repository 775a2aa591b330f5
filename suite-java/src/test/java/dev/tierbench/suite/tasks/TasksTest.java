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
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

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

  @TestFactory
  Stream<DynamicTest> everyImplementationCompletesEachTaskAndMeasuresTheWriter() {
    return registry.implementations(SUITE).stream()
        .flatMap(name ->
            registry.study(SUITE).cases().stream()
                .map(order ->
                    DynamicTest.dynamicTest(order + " by " + name, () -> completes(name, order))));
  }

  private void completes(String implementation, String order) throws Exception {
    mostUnderWay.set(0);
    Case studyCase = new Case(SUITE, order);
    Work work = open(implementation, studyCase, Map.of());
    int size = order.equals(TasksStudy.SERIAL) ? 5 : SIZE;
    Sink sink = Sink.adding();
    try {
      assertThat(work.run(studyCase, size, sink))
          .isEqualTo(registry.study(SUITE).expected(studyCase, size));
      assertThat(sink.tally().completed()).isEqualTo(size);
      assertThat(work.writerNanosPerOperation().orElseThrow()).isPositive();
      assertThat(mostUnderWay.get()).isLessThanOrEqualTo(work.setup().threads().orElse(size));
    } finally {
      work.close();
    }
  }

  @TestFactory
  Stream<DynamicTest> theCapLimitsTheCallsUnderWayInEveryArm() {
    return registry.implementations(SUITE).stream()
        .map(name ->
            DynamicTest.dynamicTest(
                name,
                () -> {
                  mostUnderWay.set(0);
                  run(name, Map.of("cap", "3"));
                  assertThat(mostUnderWay.get()).isEqualTo(3);
                }));
  }

  @TestFactory
  Stream<DynamicTest> aWrongAnswerIsAFailedTaskAndNoOther() {
    return registry.implementations(SUITE).stream()
        .map(name ->
            DynamicTest.dynamicTest(
                name,
                () -> {
                  calls.set(0);
                  wrongEvery = 10;
                  Tally tally = run(name, Map.of());
                  assertThat(tally.failed()).isEqualTo(SIZE / 10);
                  assertThat(tally.completed()).isEqualTo(SIZE - SIZE / 10);
                  assertThat(tally.firstError().orElseThrow()).hasMessageContaining("oops");
                }));
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
      long checksum = work.run(concurrent, SIZE, sink);
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
    Work work = registry.work(SUITE, implementation);
    work.open(new Settings(studyCase, SIZE, all));
    return work;
  }
}
