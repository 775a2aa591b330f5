package dev.tierbench.suite.streams;

import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Work;

/** Plain loops: the floor of the suite. */
final class LoopStreams extends Work {

  private final StreamCase flow;

  LoopStreams(Settings settings) {
    super(Setup.caller());
    flow = StreamCase.of(settings.studyCase());
  }

  @Override
  public long run(int size, Sink sink) {
    long before = sink.sum();
    switch (flow) {
      case RANGE, FLATMAP_JUST -> {
        for (int i = 1; i <= size; i++) {
          sink.accept(i);
        }
      }
      case FLATMAP_RANGE -> {
        for (int i = 1; i <= size; i++) {
          for (int j = i; j < i + 2; j++) {
            sink.accept(j);
          }
        }
      }
    }
    return sink.sum() - before;
  }
}
