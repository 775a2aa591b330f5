package dev.tierbench.harness.run;

import dev.tierbench.run.file.TerminalText;
import dev.tierbench.run.protocol.LiveState;
import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/**
 * Progress for a terminal: lines, and below them one that shows the step under way with its last
 * second, beside a bar over the seconds that the run takes.
 */
final class BarProgress implements Progress {

  private static final int REDRAW_MILLIS = 500;
  private static final int MOST_BAR = 20;
  private static final int LEAST_BAR = 4;
  private static final String ERASE_LINE = "\r\u001b[K";

  private final PrintStream terminal;
  private final LastSeconds lastSeconds;
  private final Timetable timetable;
  private final ProgressBar bar;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("progress").daemon().factory());
  private String what = "";

  BarProgress(PrintStream terminal, double totalSeconds) {
    this.terminal = terminal;
    this.lastSeconds = new LastSeconds(LastSeconds.canShow(terminal.charset()));
    this.timetable = new Timetable(System::nanoTime, "", totalSeconds);
    this.bar =
        new ProgressBarBuilder()
            .setTaskName("run")
            .setInitialMax(Math.round(totalSeconds))
            .setUpdateIntervalMillis(REDRAW_MILLIS)
            .setRenderer((state, width) ->
                line(
                    (double) state.getCurrent(),
                    (double) state.getMax(),
                    state.getExtraMessage(),
                    width))
            .setConsumer(new ConsoleProgressBarConsumer(terminal))
            .build();
    ScheduledFuture<?> unused = clock.scheduleAtFixedRate(this::tick, 1, 1, TimeUnit.SECONDS);
  }

  private synchronized void tick() {
    bar.maxHint(Math.round(timetable.expectedSeconds()));
    bar.stepTo(Math.round(timetable.elapsedSeconds()));
  }

  @Override
  public synchronized void begins(String next, double plannedSeconds) {
    timetable.begins(next, plannedSeconds);
    what = TerminalText.escaped(next);
    lastSeconds.clear();
    bar.setExtraMessage(what);
    tick();
  }

  @Override
  public synchronized void adds(double seconds) {
    timetable.adds(seconds);
  }

  @Override
  public synchronized void say(String line) {
    terminal.println(ERASE_LINE + TerminalText.lines(line));
  }

  @Override
  public boolean wantsSeconds() {
    return true;
  }

  @Override
  public synchronized void second(LiveState.Second second) {
    lastSeconds.add(second);
    bar.setExtraMessage(what + "  " + lastSeconds.text());
  }

  @Override
  public void close() {
    clock.shutdownNow();
    bar.close();
  }

  /**
   * A bar, the time, and what is under way, cut at the width of the terminal; the bar is shortened
   * first.
   *
   * @param totalSeconds that the run is expected to take
   */
  static String line(double elapsedSeconds, double totalSeconds, String what, int width) {
    double share = totalSeconds > 0 ? Math.min(1, elapsedSeconds / totalSeconds) : 0;
    String text =
        String.format(
            Locale.ROOT,
            "%3.0f%% %s of about %s  %s",
            share * 100,
            Durations.clock(elapsedSeconds),
            Durations.clock(totalSeconds),
            what);
    int room = Math.min(MOST_BAR, width - text.length() - 3);
    String line = room >= LEAST_BAR ? bar(share, room) + " " + text : text;
    return line.substring(0, Math.min(line.length(), Math.max(0, width)));
  }

  private static String bar(double share, int width) {
    int full = (int) Math.round(share * width);
    return "[" + "=".repeat(full) + " ".repeat(width - full) + "]";
  }
}
