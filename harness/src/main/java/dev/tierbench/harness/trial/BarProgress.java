package dev.tierbench.harness.trial;

import dev.tierbench.run.LiveState;
import java.io.PrintStream;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/**
 * Progress for a terminal: lines, and below them one that shows the step under way with its last
 * second, beside a bar over the planned seconds.
 */
final class BarProgress implements Progress {

  private static final int REDRAW_MILLIS = 500;
  private static final String ERASE_LINE = "\r\u001b[K";

  private final PrintStream terminal;
  private final LastSeconds lastSeconds;
  private final ProgressBar bar;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("progress").daemon().factory());
  private final ScheduledFuture<?> ticks;
  private String what = "";
  private double before;
  private double planned;
  private double elapsed;

  BarProgress(PrintStream terminal, double totalSeconds) {
    this.terminal = terminal;
    this.lastSeconds = new LastSeconds(LastSeconds.canShow(terminal.charset()));
    this.bar =
        new ProgressBarBuilder()
            .setTaskName("run")
            .setInitialMax(Math.round(totalSeconds))
            .setUpdateIntervalMillis(REDRAW_MILLIS)
            .setRenderer((state, width) ->
                StepStatus.line(
                    (double) state.getCurrent(),
                    (double) state.getMax(),
                    state.getExtraMessage(),
                    width))
            .setConsumer(new ConsoleProgressBarConsumer(terminal))
            .build();
    this.ticks = clock.scheduleAtFixedRate(this::tick, 1, 1, TimeUnit.SECONDS);
  }

  private synchronized void tick() {
    elapsed++;
    bar.stepTo(Math.round(before + Math.min(elapsed, planned)));
  }

  @Override
  public synchronized void begins(String next, double plannedSeconds) {
    before += planned;
    planned = plannedSeconds;
    elapsed = 0;
    bar.stepTo(Math.round(before));
    what = next;
    lastSeconds.clear();
    bar.setExtraMessage(what);
  }

  @Override
  public synchronized void say(String line) {
    terminal.println(ERASE_LINE + line);
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
    ticks.cancel(true);
    clock.shutdownNow();
    bar.close();
  }
}
