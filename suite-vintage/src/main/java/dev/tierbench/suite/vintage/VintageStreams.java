package dev.tierbench.suite.vintage;

import dev.tierbench.suite.WorkFactory;
import dev.tierbench.suite.WorkProvider;
import dev.tierbench.suite.streams.RxJava1Streams;
import dev.tierbench.suite.streams.StreamsStudy;
import java.util.Map;

/** The libraries of the suite {@code streams} as its study had them. */
public final class VintageStreams implements WorkProvider {

  @Override
  public String suite() {
    return StreamsStudy.NAME;
  }

  @Override
  public Map<String, WorkFactory> implementations() {
    return Map.of(
        "rxjava1-2015", RxJava1Streams::new,
        "rxjava2-2016", FirstRxJava2Streams::new,
        "reactor-2015", Reactor2Streams::new,
        "akka-2015", Akka1Streams::new);
  }
}
