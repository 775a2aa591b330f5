package dev.tierbench.harness.run;

import dev.tierbench.run.file.TerminalText;
import java.io.PrintStream;
import java.util.function.LongSupplier;

/** Progress for a log file: lines that are only ever added. Thread-safe. */
final class PlainProgress implements Progress {

  private final PrintStream out;
  private final Timetable timetable;

  public PlainProgress(PrintStream out, LongSupplier nanoTime, double totalSeconds) {
    this.out = out;
    this.timetable = new Timetable(nanoTime, "", totalSeconds);
  }

  @Override
  public synchronized void begins(String what, double plannedSeconds) {
    timetable.begins(what, plannedSeconds);
    say(what);
  }

  @Override
  public synchronized void adds(double seconds) {
    timetable.adds(seconds);
  }

  @Override
  public synchronized void say(String line) {
    out.println(
        "["
            + Durations.clock(timetable.elapsedSeconds())
            + " of about "
            + Durations.clock(timetable.expectedSeconds())
            + "] "
            + TerminalText.lines(line));
  }

  @Override
  public void close() {}
}
