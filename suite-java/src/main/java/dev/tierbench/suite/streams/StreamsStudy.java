package dev.tierbench.suite.streams;

import dev.tierbench.suite.Case;
import dev.tierbench.suite.Study;
import dev.tierbench.suite.WorkFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The suite {@code streams}. */
public final class StreamsStudy implements Study {

  public static final String NAME = "streams";

  @Override
  public String suite() {
    return NAME;
  }

  @Override
  public List<String> cases() {
    return Arrays.stream(StreamCase.values()).map(StreamCase::id).toList();
  }

  @Override
  public long expected(Case studyCase, int size) {
    return switch (StreamCase.of(studyCase)) {
      case RANGE, FLATMAP_JUST -> (long) size * (size + 1L) / 2;
      case FLATMAP_RANGE -> (long) size * (size + 2L);
    };
  }

  @Override
  public Map<String, WorkFactory> implementations() {
    return Map.ofEntries(
        Map.entry("loop", LoopStreams::new),
        Map.entry("stream", PrimitiveStreams::new),
        Map.entry("stream-boxed", BoxedStreams::new),
        Map.entry("parallel-stream", ParallelStreams::new),
        Map.entry("parallel-stream-shared", SharedSinkParallelStreams::new),
        Map.entry("rxjava1", RxJava1Streams::new),
        Map.entry("rxjava2", RxJava2Streams::new),
        Map.entry("rxjava3", RxJava3Streams::new),
        Map.entry("reactor", ReactorStreams::new),
        Map.entry("akka", AkkaStreams::new),
        Map.entry("pekko", PekkoStreams::new));
  }
}
