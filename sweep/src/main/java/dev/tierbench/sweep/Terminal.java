package dev.tierbench.sweep;

import dev.tierbench.sweep.host.SystemFiles;
import dev.tierbench.sweep.trial.Progress;
import java.io.PrintStream;

/** Whether someone is looking. */
final class Terminal {
  private Terminal() {}

  /** A bar where standard error is a terminal, lines that are only added elsewhere. */
  static Progress progress(PrintStream standardError, double seconds) {
    return SystemFiles.REAL.link("proc/self/fd/2").filter(Terminal::isTerminal).isPresent()
        ? new BarProgress(standardError, seconds)
        : new PlainProgress(standardError, System::nanoTime, seconds);
  }

  private static boolean isTerminal(String file) {
    return file.startsWith("/dev/pts/") || file.startsWith("/dev/tty");
  }
}
