package dev.tierbench.harness.host;

import dev.tierbench.run.Manifest.Caveat;

/** What a look at the host found, and what would mend it. */
public sealed interface Finding {

  String what();

  String remedy();

  /** With this, no sweep can start. */
  record Fatal(String what, String remedy) implements Finding {}

  /** With this, the figures have to be read with care. */
  record Doubt(String what, String remedy) implements Finding {
    public Caveat asCaveat() {
      return new Caveat(what, remedy);
    }
  }
}
