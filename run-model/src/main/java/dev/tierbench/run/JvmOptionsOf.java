package dev.tierbench.run;

/** Who chooses the heap and the collector of a server. */
public enum JvmOptionsOf implements Named {
  /** The sweep: the same for all. */
  SWEEP,
  /** The server's own command. */
  OWN
}
