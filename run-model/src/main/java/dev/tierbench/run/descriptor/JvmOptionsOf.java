package dev.tierbench.run.descriptor;

import dev.tierbench.run.Named;

/** Source of a server's heap and collector. */
public enum JvmOptionsOf implements Named {
  /** The sweep: the same for all. */
  SWEEP,
  /** The server's own command. */
  OWN
}
