package dev.tierbench.suite.streams;

import dev.tierbench.suite.Work;
import dev.tierbench.suite.WorkProvider;
import java.util.Map;
import java.util.function.Supplier;

/** The implementations of the suite {@code streams} in Java. */
public final class JavaStreams implements WorkProvider {

  @Override
  public String suite() {
    return StreamsStudy.NAME;
  }

  @Override
  public Map<String, Supplier<Work>> implementations() {
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
