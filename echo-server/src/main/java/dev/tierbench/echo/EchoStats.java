package dev.tierbench.echo;

import dev.tierbench.run.delay.DelayDistribution;
import dev.tierbench.run.delay.DelayHistogram;
import dev.tierbench.run.delay.DelaySequence;
import dev.tierbench.run.delay.EchoDelays;
import dev.tierbench.run.delay.EchoFailures;
import dev.tierbench.run.delay.UniformSequence;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/**
 * The delay that each answered {@code /echo} was to have and really had, from the complete request
 * to the write of its answer, and for how long a loop stood still. Each loop records its own, and a
 * reader collects them loop by loop. Thread-safe.
 */
final class EchoStats {

  private static final long HIGHEST_NANOS = 3_600_000_000_000L;
  private static final int DIGITS = 3;
  private static final double NANOS = 1e9;

  private final Map<EventExecutor, OfLoop> loops = new HashMap<>();
  private final DelayDistribution distribution;
  private final DelaySequence delays;
  private final EchoFailures failures;
  private final UniformSequence failing;

  /** Failures of one loop since the last reset. */
  private static final class Failed {
    private long errors;
    private long resets;
  }

  /** What one loop has seen since the last reset; used on that loop only. */
  record OfLoop(Histogram askedNanos, Histogram keptNanos, LoopWatch watch, Failed failed) {

    void error() {
      failed.errors++;
    }

    void reset() {
      failed.resets++;
    }

    void record(long asked, long kept) {
      askedNanos.recordValue(asked);
      keptNanos.recordValue(kept);
    }
  }

  EchoStats(EventLoopGroup group, EchoConfig config) {
    EchoWork work = config.work();
    this.distribution = work.delay();
    this.delays = new DelaySequence(work.delay(), work.seed(), work.maxDelay());
    this.failures = work.failures();
    this.failing = new UniformSequence(~work.seed());
    for (EventExecutor loop : group) {
      loops.put(loop, new OfLoop(histogram(), histogram(), new LoopWatch(loop), new Failed()));
    }
  }

  private static Histogram histogram() {
    return new Histogram(1_000, HIGHEST_NANOS, DIGITS);
  }

  /** What that loop has seen. */
  OfLoop of(EventLoop loop) {
    return loops.get(loop);
  }

  /** The delays of the requests that name none. */
  DelaySequence delays() {
    return delays;
  }

  /** What happens to the next request that names no delay. */
  EchoFailures.Outcome nextOutcome() {
    return failures.any() ? failures.of(failing.next()) : EchoFailures.Outcome.ANSWER;
  }

  /** Watches every loop for pauses from now on. */
  CompletableFuture<List<Boolean>> watch() {
    return onEachLoop(loop -> {
      loop.watch().start();
      return true;
    });
  }

  /**
   * Count and delays in microseconds since the last reset, which are null when nothing counted, and
   * the longest pause of a loop in seconds.
   */
  CompletableFuture<Map<String, Object>> read() {
    return onEachLoop(loop ->
            new Part(
                loop.askedNanos().copy(),
                loop.keptNanos().copy(),
                loop.watch().read(),
                new EchoFailures.Counts(loop.failed().errors, loop.failed().resets)))
        .thenApply(this::summary);
  }

  /** Counts from 0 again, with the delays from the first of their sequence. */
  CompletableFuture<List<Boolean>> reset() {
    delays.restart();
    failing.restart();
    return onEachLoop(loop -> {
      loop.askedNanos().reset();
      loop.keptNanos().reset();
      loop.watch().reset();
      loop.failed().errors = 0;
      loop.failed().resets = 0;
      return true;
    });
  }

  private <T> CompletableFuture<List<T>> onEachLoop(Function<OfLoop, T> action) {
    List<CompletableFuture<T>> parts = new ArrayList<>();
    loops.forEach(
        (loop, seen) -> parts.add(CompletableFuture.supplyAsync(() -> action.apply(seen), loop)));
    return CompletableFuture.allOf(parts.toArray(CompletableFuture<?>[]::new))
        .thenApply(done -> parts.stream().map(CompletableFuture::join).toList());
  }

  /** A copy of what one loop has seen. */
  private record Part(
      Histogram askedNanos,
      Histogram keptNanos,
      LoopWatch.Pause pause,
      EchoFailures.Counts failed) {}

  private Map<String, Object> summary(List<Part> parts) {
    Histogram asked = histogram();
    Histogram all = histogram();
    parts.forEach(part -> {
      asked.add(part.askedNanos());
      all.add(part.keptNanos());
    });
    LoopWatch.Pause longest =
        parts.stream()
            .map(Part::pause)
            .max(Comparator.comparingLong(LoopWatch.Pause::nanos))
            .orElseThrow();
    boolean any = all.getTotalCount() > 0;
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("count", all.getTotalCount());
    summary.put("p50_us", any ? all.getValueAtPercentile(50) / 1_000.0 : null);
    summary.put("p99_us", any ? all.getValueAtPercentile(99) / 1_000.0 : null);
    summary.put("max_us", any ? all.getMaxValue() / 1_000.0 : null);
    if (any) {
      summary.put(
          "delays", new EchoDelays(distribution, DelayHistogram.of(asked), DelayHistogram.of(all)));
    }
    if (failures.any()) {
      summary.put(
          "failures",
          parts.stream().map(Part::failed).reduce(EchoFailures.Counts::and).orElseThrow());
    }
    summary.put(
        "pause",
        Map.of("seconds", longest.nanos() / NANOS, "at_seconds", longest.atNanos() / NANOS));
    return summary;
  }
}
