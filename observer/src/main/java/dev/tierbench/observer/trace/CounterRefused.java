package dev.tierbench.observer.trace;

import java.io.IOException;

/** This host does not allow one kind of counter; another may work. */
public final class CounterRefused extends IOException {
  private static final long serialVersionUID = 1L;

  CounterRefused(CounterKind kind, String reason, Throwable cause) {
    super("the " + kind.description() + ": " + reason, cause);
  }
}
