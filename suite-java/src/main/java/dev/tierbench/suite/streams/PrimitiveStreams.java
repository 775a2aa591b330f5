package dev.tierbench.suite.streams;

import dev.tierbench.suite.Case;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Work;
import java.util.stream.IntStream;

/** Streams of the JDK over their own primitive range. */
final class PrimitiveStreams implements Work {

  private StreamCase flow = StreamCase.RANGE;

  @Override
  public void open(Settings settings) {
    flow = StreamCase.of(settings.studyCase());
  }

  @Override
  public Setup setup() {
    return Setup.caller();
  }

  @Override
  public long run(Case studyCase, int size, Sink sink) {
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
