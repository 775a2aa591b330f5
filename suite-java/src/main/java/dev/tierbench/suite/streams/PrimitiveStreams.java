package dev.tierbench.suite.streams;

import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Work;
import java.util.stream.IntStream;

/** Streams of the JDK over their own primitive range. */
final class PrimitiveStreams extends Work {

  private final StreamCase flow;

  PrimitiveStreams(Settings settings) {
    super(Setup.caller());
    flow = StreamCase.of(settings.studyCase());
  }

  @Override
  public long run(int size, Sink sink) {
    long before = sink.sum();
    over(IntStream.rangeClosed(1, size), flow).forEach(sink::accept);
    return sink.sum() - before;
  }

  /** The stream of a case over a range. */
  static IntStream over(IntStream range, StreamCase flow) {
    return switch (flow) {
      case RANGE -> range;
      case FLATMAP_JUST -> range.flatMap(IntStream::of);
      case FLATMAP_RANGE -> range.flatMap(v -> IntStream.range(v, v + 2));
    };
  }
}
