package dev.tierbench.run.descriptor;

import dev.tierbench.run.Named;

/** What a server promises. */
public enum Contract implements Named {
  /** The paths, answers and settings of docs/your-server.md: comparable with every other. */
  TIERBENCH_1 {
    @Override
    public String id() {
      return "tierbench/1";
    }
  },
  /** Nothing but to answer alike: any service, without the echo tier. */
  NONE
}
