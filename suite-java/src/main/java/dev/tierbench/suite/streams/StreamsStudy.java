package dev.tierbench.suite.streams;

import dev.tierbench.suite.Case;
import dev.tierbench.suite.Study;
import java.util.Arrays;
import java.util.List;

/** The suite {@code streams}. */
public final class StreamsStudy implements Study {

  public static final String NAME = "streams";

  @Override
  public String name() {
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
}
