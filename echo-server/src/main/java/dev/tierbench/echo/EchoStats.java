package dev.tierbench.echo;

import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.HdrHistogram.Histogram;

/**
 * The delay that each answered {@code /echo} really had, from the complete request to the write of
 * its answer. Each loop records into its own histogram, and a reader collects them loop by loop.
 * Thread-safe.
 */
final class EchoStats {

  private static final long HIGHEST_NANOS = 3_600_000_000_000L;
  private static final int DIGITS = 3;

  private final EventLoopGroup loops;
  private final FastThreadLocal<Histogram> ofLoop =
      new FastThreadLocal<>() {
        @Override
        protected Histogram initialValue() {
          return new Histogram(1_000, HIGHEST_NANOS, DIGITS);
        }
      };

  EchoStats(EventLoopGroup loops) {
    this.loops = loops;
  }

  /** The histogram, in nanoseconds, of the loop that calls. */
  Histogram ofThisLoop() {
    return ofLoop.get();
  }

  /**
   * Count and delays in microseconds since the last reset; delays are null when nothing counted.
   */
  CompletableFuture<Map<String, Object>> read() {
    return onEachLoop(() -> ofLoop.get().copy()).thenApply(EchoStats::summary);
  }

  CompletableFuture<List<Histogram>> reset() {
    return onEachLoop(() -> {
      ofLoop.get().reset();
      return ofLoop.get();
    });
  }

  private CompletableFuture<List<Histogram>> onEachLoop(
      java.util.function.Supplier<Histogram> action) {
    List<CompletableFuture<Histogram>> parts = new ArrayList<>();
    for (EventExecutor loop : loops) {
      parts.add(CompletableFuture.supplyAsync(action, loop));
    }
    return CompletableFuture.allOf(parts.toArray(CompletableFuture<?>[]::new))
        .thenApply(done -> parts.stream().map(CompletableFuture::join).toList());
  }

  private static Map<String, Object> summary(List<Histogram> parts) {
    Histogram all = new Histogram(1_000, HIGHEST_NANOS, DIGITS);
    parts.forEach(all::add);
    boolean any = all.getTotalCount() > 0;
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("count", all.getTotalCount());
    summary.put("p50_us", any ? all.getValueAtPercentile(50) / 1_000.0 : null);
    summary.put("p99_us", any ? all.getValueAtPercentile(99) / 1_000.0 : null);
    summary.put("max_us", any ? all.getMaxValue() / 1_000.0 : null);
    return summary;
  }
}
