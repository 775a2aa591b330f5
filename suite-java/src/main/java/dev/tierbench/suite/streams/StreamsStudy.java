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
    // No references to constructors: one links its class, whose library may not be there.
    return Map.ofEntries(
        Map.entry("loop", settings -> new LoopStreams(settings)),
        Map.entry("stream", settings -> new PrimitiveStreams(settings)),
        Map.entry("stream-boxed", settings -> new BoxedStreams(settings)),
        Map.entry("parallel-stream", settings -> new ParallelStreams(settings)),
        Map.entry("parallel-stream-shared", settings -> new SharedSinkParallelStreams(settings)),
        Map.entry("rxjava1", settings -> new RxJava1Streams(settings)),
        Map.entry("rxjava2", settings -> new RxJava2Streams(settings)),
        Map.entry("rxjava3", settings -> new RxJava3Streams(settings)),
        Map.entry("reactor", settings -> new ReactorStreams(settings)),
        Map.entry("akka", settings -> new AkkaStreams(settings)),
        Map.entry("pekko", settings -> new PekkoStreams(settings)));
  }
}
