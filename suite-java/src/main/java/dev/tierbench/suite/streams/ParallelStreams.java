package dev.tierbench.suite.streams;

import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Work;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;

/** A parallel stream of the JDK in which every worker has a sink of its own. */
final class ParallelStreams extends Work {

  private final StreamCase flow;

  ParallelStreams(Settings settings) {
    super(common());
    flow = StreamCase.of(settings.studyCase());
  }

  /** The common pool and the thread that waits for it, which works too. */
  static Setup common() {
    return Setup.pool("common pool with caller", ForkJoinPool.getCommonPoolParallelism() + 1);
  }

  @Override
  public long run(int size, Sink sink) {
    return PrimitiveStreams.over(IntStream.rangeClosed(1, size).parallel(), flow)
        .collect(sink::fork, Sink::accept, Sink::join)
        .sum();
  }
}
