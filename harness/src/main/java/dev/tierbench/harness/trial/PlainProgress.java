package dev.tierbench.harness.trial;

import java.io.PrintStream;
import java.util.function.LongSupplier;

/** Progress for a log file: lines that are only ever added. */
public final class PlainProgress implements Progress {

  private final PrintStream out;
  private final LongSupplier nanoTime;
  private final double totalSeconds;
  private final long start;

  public PlainProgress(PrintStream out, LongSupplier nanoTime, double totalSeconds) {
    this.out = out;
    this.nanoTime = nanoTime;
    this.totalSeconds = totalSeconds;
    this.start = nanoTime.getAsLong();
  }

  @Override
  public void begins(String what, double plannedSeconds) {
    say(what);
  }

  @Override
  public void say(String line) {
    double elapsed = (nanoTime.getAsLong() - start) / 1e9;
    out.println(
        "["
            + Durations.clock(elapsed)
            + " of about "
            + Durations.clock(totalSeconds)
            + "] "
            + line);
  }

  @Override
  public void close() {}
}
