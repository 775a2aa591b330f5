package dev.tierbench.run;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Who chooses the heap and the collector of a server. */
public enum JvmOptionsOf {
  /** The sweep: the same for all. */
  @JsonProperty("sweep")
  SWEEP,
  /** The server's own command. */
  @JsonProperty("own")
  OWN
}
