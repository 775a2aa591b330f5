package dev.tierbench.suite.streams;

import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Work;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Streams of the JDK over a list of boxed numbers, as published. */
final class BoxedStreams extends Work {

  private final StreamCase flow;
  private final List<Integer> values;

  BoxedStreams(Settings settings) {
    super(Setup.caller());
    flow = StreamCase.of(settings.studyCase());
    values = boxed(settings.size());
  }

  @Override
  public long run(int size, Sink sink) {
    long before = sink.sum();
    over(values.stream(), flow).forEach(sink::accept);
    return sink.sum() - before;
  }

  static List<Integer> boxed(int size) {
    return IntStream.rangeClosed(1, size).boxed().toList();
  }

  /** The stream of a case over a list's. */
  static Stream<Integer> over(Stream<Integer> values, StreamCase flow) {
    return switch (flow) {
      case RANGE -> values;
      case FLATMAP_JUST -> values.flatMap(Stream::of);
      case FLATMAP_RANGE -> values.flatMap(v -> Stream.of(v, v + 1));
    };
  }
}
