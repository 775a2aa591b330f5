package dev.tierbench.harness.trial;

import java.io.PrintStream;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Progress for a terminal: a bar over the planned seconds, and lines above it. */
final class BarProgress implements Progress {

  private static final int REDRAW_MILLIS = 500;
  private static final String ERASE_LINE = "\r\u001b[K";

  private final PrintStream terminal;
  private final ProgressBar bar;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("progress").daemon().factory());
  private final ScheduledFuture<?> ticks;
  private double before;
  private double planned;
  private double elapsed;

  BarProgress(PrintStream terminal, double totalSeconds) {
    this.terminal = terminal;
    this.bar =
        new ProgressBarBuilder()
            .setTaskName("run")
            .setInitialMax(Math.round(totalSeconds))
            .setUpdateIntervalMillis(REDRAW_MILLIS)
            .setStyle(ProgressBarStyle.ASCII)
            .setConsumer(new ConsoleProgressBarConsumer(terminal))
            .build();
    this.ticks = clock.scheduleAtFixedRate(this::tick, 1, 1, TimeUnit.SECONDS);
  }

  private synchronized void tick() {
    elapsed++;
    bar.stepTo(Math.round(before + Math.min(elapsed, planned)));
  }

  @Override
  public synchronized void begins(String what, double plannedSeconds) {
    before += planned;
    planned = plannedSeconds;
    elapsed = 0;
    bar.stepTo(Math.round(before));
    bar.setExtraMessage(" " + what);
  }

  @Override
  public synchronized void say(String line) {
    terminal.println(ERASE_LINE + line);
  }

  @Override
  public void close() {
    ticks.cancel(true);
    clock.shutdownNow();
    bar.close();
  }
}
