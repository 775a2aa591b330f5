package dev.tierbench.suite.streams;

import dev.tierbench.suite.Case;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Work;

/** Plain loops: the floor of the suite. */
final class LoopStreams implements Work {

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
