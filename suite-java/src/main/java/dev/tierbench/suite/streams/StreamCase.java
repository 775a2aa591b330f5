package dev.tierbench.suite.streams;

import dev.tierbench.suite.Case;
import java.util.Locale;

/** The three flows of the study over the numbers 1 to n. */
public enum StreamCase {
  /** Each number. */
  RANGE,
  /** Each number as a flow of one. */
  FLATMAP_JUST,
  /** Each number and its successor. */
  FLATMAP_RANGE;

  String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public static StreamCase of(Case studyCase) {
    return valueOf(studyCase.name().toUpperCase(Locale.ROOT).replace('-', '_'));
  }
}
