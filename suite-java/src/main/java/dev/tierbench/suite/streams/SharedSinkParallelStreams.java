package dev.tierbench.suite.streams;

import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Work;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A parallel stream of the JDK over a boxed list whose workers share one sink and contend for it,
 * as published. The shared field is the sum: today's blackhole is an instruction of the compiler
 * and has no field to contend for.
 */
final class SharedSinkParallelStreams extends Work {

  private final StreamCase flow;
  private final List<Integer> values;

  SharedSinkParallelStreams(Settings settings) {
    super(ParallelStreams.common());
    flow = StreamCase.of(settings.studyCase());
    values = BoxedStreams.boxed(settings.size());
  }

  @Override
  public long run(int size, Sink sink) {
    AtomicLong sum = new AtomicLong();
    BoxedStreams.over(values.parallelStream(), flow)
        .forEach(item -> {
          sink.consume(item);
          sum.addAndGet(item);
        });
    return sum.get();
  }
}
