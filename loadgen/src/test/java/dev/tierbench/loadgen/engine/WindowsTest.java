package dev.tierbench.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.tierbench.loadgen.TestRun;
import dev.tierbench.loadgen.TestServer;
import dev.tierbench.loadgen.result.RunListener;
import dev.tierbench.run.record.LoadResult;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A phase in windows, between which nothing is sent. */
@Tag("process")
@Tag("timed")
class WindowsTest {

  /** An arrival that is due at a boundary of a window may be sent behind it, and one of before. */
  private static final Offset<Double> ONE_AT_A_BOUNDARY = within(0.025);

  private static final String TWO_WINDOWS =
      "lead-in=200ms,measure=500ms,pause=idle:600ms,lead-in=200ms,measure=500ms";

  @Test
  void nothingIsSentInAnIdlePhaseAndItsNeighboursAreWindowsOfOnePhase() throws Exception {
    List<Long> arrivals = Collections.synchronizedList(new ArrayList<>());
    try (TestServer server =
        new TestServer((socket, out, number) -> {
          arrivals.add(System.nanoTime());
          TestServer.delayed(5).answer(socket, out, number);
        })) {
      LoadResult result = TestRun.of(server.url() + " -c 20 --phases " + TWO_WINDOWS);
      assertThat(result.phases())
          .extracting(LoadResult.Phase::name)
          .containsExactly("lead-in", "measure");
      LoadResult.Phase measured = result.phase("measure").orElseThrow();
      assertThat(measured.windows()).hasSize(2);
      assertThat(measured.seconds()).isEqualTo(1.0, within(1e-6));
      assertThat(measured.ok())
          .isEqualTo(measured.windows().stream().mapToLong(LoadResult.Phase::ok).sum());
      assertThat(measured.windows())
          .allSatisfy(window -> {
            assertThat(window.ok()).isPositive();
            assertThat(window.carriedIn()).contains(20L);
            assertThat(window.inFlightAtEnd()).contains(20L);
          });
      // All that the server got was sent in a phase of the result.
      assertThat(TestRun.sent(result)).isEqualTo(server.requests());
    }
    Collections.sort(arrivals);
    long longestGap = 0;
    for (int i = 1; i < arrivals.size(); i++) {
      longestGap = Math.max(longestGap, arrivals.get(i) - arrivals.get(i - 1));
    }
    assertThat(longestGap).isGreaterThan(500_000_000L);
  }

  @Test
  void thePercentilesAreThoseOfAllWindowsTogether() throws Exception {
    try (TestServer server = new TestServer(TestServer.delayed(5))) {
      LoadResult.Phase measured =
          TestRun.of(server.url() + " -c 20 --phases " + TWO_WINDOWS)
              .phase("measure")
              .orElseThrow();
      List<Double> most =
          measured.windows().stream()
              .map(window -> window.serviceTimeUs().max().orElseThrow())
              .toList();
      assertThat(measured.serviceTimeUs().max()).contains(Collections.max(most));
    }
  }

  @Test
  void theScheduleOfTheOpenModelStandsStillMeanwhile() throws Exception {
    try (TestServer server = new TestServer(TestServer.delayed(2))) {
      LoadResult result =
          TestRun.of(
              server.url() + " -c 8 -R 200 --phases measure=500ms,pause=idle:700ms,measure=500ms");
      LoadResult.Phase measured = result.phase("measure").orElseThrow();
      assertThat(measured.started().orElseThrow() + measured.unsent().orElseThrow())
          .isBetween(199L, 201L);
      assertThat(server.requests()).isBetween(199L, 201L);
      assertThat(measured.windows())
          .allSatisfy(window ->
              assertThat(window.rateRatio().orElseThrow()).isCloseTo(1, ONE_AT_A_BOUNDARY));
    }
  }

  /** A server of a round waits like this for its first turn. */
  @Test
  void theScheduleOfTheOpenModelBeginsAfterAnIdlePhase() throws Exception {
    try (TestServer server = new TestServer(TestServer.delayed(2))) {
      LoadResult result =
          TestRun.of(
              server.url()
                  + " -c 8 -R 200 --phases pause=idle:700ms,measure=500ms,pause=idle:300ms,"
                  + "measure=500ms");
      LoadResult.Phase measured = result.phase("measure").orElseThrow();
      assertThat(measured.windows())
          .hasSize(2)
          .allSatisfy(window ->
              assertThat(window.rateRatio().orElseThrow()).isCloseTo(1, ONE_AT_A_BOUNDARY));
      assertThat(server.requests()).isBetween(199L, 201L);
      assertThat(TestRun.sent(result)).isEqualTo(server.requests());
    }
  }

  /** A server that does not keep up is not sent what waits for it while others have their turn. */
  @Test
  void whatTheOpenModelCouldNotSendIsNotSentInAnIdlePhase() throws Exception {
    try (TestServer server = new TestServer(TestServer.delayed(20))) {
      List<Long> inPause = new ArrayList<>();
      RunListener counting =
          TestRun.atEachPhase(phase -> {
            if (phase.equals("pause")) {
              Thread.sleep(150); // what was in flight is answered
              inPause.add(server.requests());
              Thread.sleep(300);
              inPause.add(server.requests());
            }
          });
      LoadResult result =
          TestRun.of(
              server.url() + " -c 1 -R 200 --phases measure=500ms,pause=idle:700ms,measure=500ms",
              counting);
      assertThat(inPause.getFirst()).isEqualTo(inPause.getLast()).isBetween(5L, 30L);
      LoadResult.Phase measured = result.phase("measure").orElseThrow();
      assertThat(measured.unsent()).hasValueSatisfying(many -> assertThat(many).isGreaterThan(100));
      // Nothing in the second window is as old as the pause.
      assertThat(measured.windows().getLast().responseTimeUs().orElseThrow().max().orElseThrow())
          .isLessThan(700_000);
    }
  }

  /** A server of a round waits like this for its first turn. */
  @Test
  void theClosedModelSendsNothingBeforeTheFirstPhaseWithLoad() throws Exception {
    try (TestServer server = new TestServer(TestServer.delayed(5))) {
      List<Long> inPause = new ArrayList<>();
      RunListener counting =
          TestRun.atEachPhase(phase -> {
            if (phase.equals("pause") && inPause.isEmpty()) {
              Thread.sleep(300);
              inPause.add(server.requests());
            }
          });
      LoadResult result =
          TestRun.of(
              server.url()
                  + " -c 20 --phases pause=idle:500ms,measure=500ms,pause=idle:300ms,measure=500ms",
              counting);
      assertThat(inPause).containsExactly(0L);
      assertThat(TestRun.sent(result)).isEqualTo(server.requests());
      assertThat(result.phase("measure").orElseThrow().windows())
          .hasSize(2)
          .allSatisfy(window -> assertThat(window.inFlightAtEnd()).contains(20L));
    }
  }

  /** No tick of a loop has to fall into a phase for its end to be noticed. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "-c 4 --phases pause=idle:1us,measure=1s",
        "-c 4 --start burst --phases pause=idle:1us,measure=300ms",
        "-c 20 --phases measure=300ms,pause=idle:1ms,measure=300ms"
      })
  void theClosedModelSendsAgainAfterAnIdlePhaseShorterThanATick(String load) throws Exception {
    try (TestServer server = new TestServer(TestServer.delayed(5))) {
      LoadResult result = TestRun.of(server.url() + " " + load);
      long connections = result.load().connections();
      LoadResult.Phase measured = result.phase("measure").orElseThrow();
      List<LoadResult.Phase> windows =
          measured.windows().isEmpty() ? List.of(measured) : measured.windows();
      assertThat(windows)
          .allSatisfy(window -> assertThat(window.inFlightAtEnd()).contains(connections));
      assertThat(TestRun.sent(result)).isEqualTo(server.requests());
    }
  }

  @Test
  void aConnectionThatIsLostInAnIdlePhaseIsCountedAsReconnected() throws Exception {
    AtomicReference<Socket> socket = new AtomicReference<>();
    try (TestServer server =
        new TestServer((accepted, out, number) -> {
          socket.set(accepted);
          TestServer.delayed(5).answer(accepted, out, number);
        })) {
      RunListener closing =
          TestRun.atEachPhase(phase -> {
            if (phase.equals("pause")) {
              Thread.sleep(100); // what was in flight is answered
              socket.get().close();
            }
          });
      LoadResult result =
          TestRun.of(
              server.url() + " -c 1 --phases measure=300ms,pause=idle:600ms,measure=300ms",
              closing);
      assertThat(result.connections().reconnects()).contains(1L);
      LoadResult.Phase measured = result.phase("measure").orElseThrow();
      assertThat(measured.failed().total()).isZero();
      assertThat(measured.windows()).allSatisfy(window -> assertThat(window.ok()).isPositive());
    }
  }

  @Test
  void anIdlePhaseEndsSoonAfterItsRelease() {
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> {
          try (TestServer server = new TestServer(TestServer.delayed(5))) {
            AtomicReference<LoadRun> run = new AtomicReference<>();
            List<String> phases = new ArrayList<>();
            RunListener releasing =
                new RunListener() {
                  @Override
                  public void phaseStarted(String phase, Instant boundary) {
                    phases.add(phase);
                    if (phase.equals("pause")) {
                      run.get().release("pause");
                    }
                  }
                };
            run.set(
                new LoadRun(
                    TestRun.plan(
                        server.url()
                            + " -c 4 --phases pause=idle:60s,measure=300ms,pause=idle:60s,"
                            + "measure=300ms"),
                    List.of(releasing)));
            LoadResult result = run.get().run();
            assertThat(phases).containsExactly("pause", "measure", "pause", "measure");
            assertThat(result.phase("measure").orElseThrow().windows()).hasSize(2);
          }
        });
  }
}
