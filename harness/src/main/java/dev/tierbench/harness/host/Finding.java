package dev.tierbench.harness.host;

import dev.tierbench.run.Caveat;

/** What a look at the host found. */
public sealed interface Finding {

  Caveat caveat();

  /** With this, no sweep can start. */
  record Fatal(Caveat caveat) implements Finding {
    public Fatal(String what, String hint) {
      this(new Caveat(what, hint));
    }
  }

  /** With this, the results have to be read with care. */
  record Doubt(Caveat caveat) implements Finding {
    public Doubt(String what, String hint) {
      this(new Caveat(what, hint));
    }
  }
}
