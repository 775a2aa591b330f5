package dev.tierbench.suite.streams;

import dev.tierbench.suite.Case;

/** The three flows of the study over the numbers 1 to n. */
public enum StreamCase {
  /** Each number. */
  RANGE("range"),
  /** Each number as a flow of one. */
  FLATMAP_JUST("flatmap-just"),
  /** Each number and its successor. */
  FLATMAP_RANGE("flatmap-range");

  private final String id;

  StreamCase(String id) {
    this.id = id;
  }

  String id() {
    return id;
  }

  /** The flow of a case by its name. */
  public static StreamCase of(Case studyCase) {
    for (StreamCase flow : values()) {
      if (flow.id.equals(studyCase.name())) {
        return flow;
      }
    }
    throw new IllegalArgumentException("no flow for " + studyCase);
  }
}
