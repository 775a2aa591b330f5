package dev.tierbench.harness.trial;

import dev.tierbench.harness.host.SystemFiles;
import java.io.PrintStream;

/** Whether someone is looking. */
public final class Terminal {
  private Terminal() {}

  /** A bar where standard error is a terminal, lines that are only added elsewhere. */
  public static Progress progress(PrintStream standardError, double seconds) {
    return SystemFiles.REAL.link("proc/self/fd/2").filter(Terminal::isTerminal).isPresent()
        ? new BarProgress(standardError, seconds)
        : new PlainProgress(standardError, System::nanoTime, seconds);
  }

  private static boolean isTerminal(String file) {
    return file.startsWith("/dev/pts/") || file.startsWith("/dev/tty");
  }
}
