package dev.tierbench.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.loadgen.Signals;
import dev.tierbench.loadgen.TestRun;
import dev.tierbench.loadgen.TestServer;
import dev.tierbench.loadgen.plan.LoadPlan;
import dev.tierbench.loadgen.result.RunListener;
import dev.tierbench.run.record.LoadResult;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A server that stops for one second at a known rate. The analytic answer: of the requests that are
 * due in the pause, the one due {@code t} before its end waits {@code t}. So in a window of T
 * seconds a share of {@code (1 - x) / T} of the response times is longer than x + delay, while only
 * those already sent, one a connection, have long service times.
 */
@Tag("process")
@Tag("timed")
class PausedServerTest {

  private static final int RATE = 200;
  private static final int CONNECTIONS = 20;
  private static final int WINDOW_SECONDS = 4;

  @Test
  void aPauseCountsInFullInResponseTimesAndOnceAConnectionInServiceTimes() throws Exception {
    Process server =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                TestServer.class.getName(),
                "5")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8))) {
      measure(server, out.readLine());
    } finally {
      Signals.send("CONT", server);
      server.destroyForcibly().waitFor();
    }
  }

  private static void measure(Process server, String url) throws Exception {
    LoadPlan plan =
        TestRun.plan(
            "%s -R %s -c %s --phases settle=2s,measure=%ss"
                .formatted(url, RATE, CONNECTIONS, WINDOW_SECONDS));
    LoadRun run = new LoadRun(plan, List.of(pauseAtCleanPhase(server)));
    LoadResult.Phase measured = run.run().phase("measure").orElseThrow();
    assertThat(measured.failed().total()).isZero();
    assertThat(measured.responseTimeUs().orElseThrow().max().orElseThrow())
        .isBetween(900_000.0, 1_400_000.0);
    assertThat(measured.silence().orElseThrow().seconds()).isBetween(0.9, 1.4);
    assertThat(measured.silence().orElseThrow().atSeconds()).isBetween(0.8, 1.4);
    assertThat(measured.generator().orElseThrow().pause().orElseThrow().seconds()).isLessThan(0.9);
    Histogram response = run.totals().getLast().responseNanos();
    Histogram service = run.totals().getLast().serviceNanos();
    double over = shareAbove(response, 505);
    assertThat(over).as("share of response times above half the pause").isBetween(0.09, 0.17);
    assertThat(shareAbove(response, 255)).isBetween(0.14, 0.25);
    assertThat(countAbove(service, 505))
        .as("service times that saw the pause")
        .isBetween(1L, 2L * CONNECTIONS);
  }

  private static RunListener pauseAtCleanPhase(Process server) {
    return TestRun.atEachPhase(phase -> {
      if (phase.equals("measure")) {
        Thread.ofPlatform().daemon().start(() -> pause(server));
      }
    });
  }

  private static void pause(Process server) {
    try {
      Thread.sleep(1_000);
      Signals.send("STOP", server);
      Thread.sleep(1_000);
      Signals.send("CONT", server);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static double shareAbove(Histogram nanos, long millis) {
    return countAbove(nanos, millis) / (double) nanos.getTotalCount();
  }

  private static long countAbove(Histogram nanos, long millis) {
    return nanos.getCountBetweenValues(millis * 1_000_000, nanos.getHighestTrackableValue());
  }
}
