package dev.tierbench.harness.trial;

import dev.tierbench.observer.host.OwnProcess;
import java.io.PrintStream;

/** Whether someone is looking. */
public final class Terminal {
  private static final int STDERR = 2;

  private Terminal() {}

  /** A bar where standard error is a terminal, lines that are only added elsewhere. */
  public static Progress progress(PrintStream standardError, double seconds) {
    return OwnProcess.REAL.isTerminal(STDERR)
        ? new BarProgress(standardError, seconds)
        : new PlainProgress(standardError, System::nanoTime, seconds);
  }
}
