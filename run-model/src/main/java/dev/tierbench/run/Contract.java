package dev.tierbench.run;

import com.fasterxml.jackson.annotation.JsonValue;

/** What a server promises. */
public enum Contract {
  /** The paths, answers and settings of docs/your-server.md: comparable with every other. */
  TIERBENCH_1("tierbench/1"),
  /** Nothing but to answer alike: any service, without the echo tier. */
  NONE("none");

  private final String id;

  Contract(String id) {
    this.id = id;
  }

  /** The name in files. */
  @JsonValue
  public String id() {
    return id;
  }
}
