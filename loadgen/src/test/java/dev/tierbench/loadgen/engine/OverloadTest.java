package dev.tierbench.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tierbench.loadgen.TestRun;
import dev.tierbench.loadgen.TestServer;
import dev.tierbench.metrics.OverloadMetrics;
import dev.tierbench.run.record.HttpStep;
import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.Tiers;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server that answers so many requests a second and no more, in an overload and after it. */
@Tag("process")
@Tag("timed")
class OverloadTest {

  private static final int CAPACITY = 500;

  /** Answers one request after the other, so that those beyond the capacity wait. */
  private static final class OneAtATime implements TestServer.Behaviour {

    private static final long EACH_NANOS = TimeUnit.SECONDS.toNanos(1) / CAPACITY;
    private long freeNanos;

    private synchronized long turn() {
      freeNanos = Math.max(freeNanos, System.nanoTime()) + EACH_NANOS;
      return freeNanos;
    }

    @Override
    public void answer(Socket socket, OutputStream out, long number) throws Exception {
      TimeUnit.NANOSECONDS.sleep(turn() - System.nanoTime());
      out.write(TestServer.OK.getBytes(StandardCharsets.US_ASCII));
    }
  }

  private static LoadResult run(String phases) throws Exception {
    try (TestServer server = new TestServer(new OneAtATime())) {
      return TestRun.of(
          server.url() + " -c 100 -R " + CAPACITY / 2 + " --deadline 200ms --phases " + phases);
    }
  }

  private static Optional<Integer> recoverySeconds(LoadResult result) {
    Tiers none = new Tiers(Tiers.SCHEMA, Optional.empty(), List.of(), List.of(), Optional.empty());
    return OverloadMetrics.recoverySeconds(
        new HttpStep(result, none, Optional.empty(), Optional.empty()));
  }

  @Test
  void aQueueDrainsInBacklogOverCapacityLessRate() throws Exception {
    // 1 s at 1,250/s leaves 750 that wait; 250/s of the capacity are left to answer them: 3 s.
    LoadResult result = run("measure=1s,overload=1s*5,recovery=6s");
    LoadResult.Phase overload = result.phase("overload").orElseThrow();
    assertThat((double) overload.unsent().orElseThrow() + overload.inFlightAtEnd().orElseThrow())
        .isCloseTo(750, within(120.0));
    assertThat(overload.throughputRps()).isCloseTo(CAPACITY, within(50.0));
    assertThat(result.phase("measure").orElseThrow().goodput().orElseThrow().answers())
        .isEqualTo(result.phase("measure").orElseThrow().ok());
    // After 0.15 s of overload nobody is answered within 0.2 s.
    assertThat(overload.goodput().orElseThrow().answers()).isBetween(30L, 250L);
    assertThat(recoverySeconds(result).orElseThrow()).isBetween(3, 5);
  }

  @Test
  void aServerDoesNotRecoverWhileTheLoadLasts() throws Exception {
    LoadResult result = run("measure=1s,overload=1s*3,recovery=2s*3");
    assertThat(recoverySeconds(result)).isEmpty();
  }
}
