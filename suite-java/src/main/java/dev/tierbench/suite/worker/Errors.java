package dev.tierbench.suite.worker;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** Errors as one line of text. */
final class Errors {

  private Errors() {}

  /** The error and its causes: libraries wrap errors that the harness must distinguish. */
  static String describe(Throwable error) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    List<String> chain = new ArrayList<>();
    for (Throwable next = error; next != null && seen.add(next); next = next.getCause()) {
      chain.add(next.toString());
    }
    return String.join("; caused by ", chain);
  }
}
