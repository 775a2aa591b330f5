package dev.tierbench.harness.live;

import dev.tierbench.harness.run.Cancellation;
import dev.tierbench.harness.run.PlanLine;
import dev.tierbench.harness.run.Progress;
import dev.tierbench.harness.run.RunExecution;
import dev.tierbench.run.protocol.LiveState;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The live page of a program, if one was asked for. Ends with the program. */
public final class Live implements AutoCloseable {

  /** How long a page that is open may still fetch the report. */
  private static final Duration LONGEST_STAY = Duration.ofSeconds(30);

  /** A page that is loaded again is away for less. */
  private static final Duration RELOAD = Duration.ofSeconds(3);

  private static final Duration LOOK = Duration.ofMillis(100);

  private final LiveBoard board;
  private final Optional<LiveServer> server;

  Live(LiveBoard board, Optional<LiveServer> server) {
    this.board = board;
    this.server = server;
  }

  /** Line of the plan with the address of the page; empty without a page. */
  public Optional<String> planLine() {
    return server.map(opened -> PlanLine.of("live", opened.url()));
  }

  /** The exit code of a run, whose progress is shown on standard error and on the page. */
  public int carryOut(RunExecution run, double plannedSeconds, RunExecution.Trials trials) {
    Path report = run.folder().report().toAbsolutePath().normalize();
    String name = report.getParent().getFileName().toString();
    Progress progress = Progress.onStandardError(plannedSeconds);
    if (server.isPresent()) {
      board.beginsRun(name, plannedSeconds);
      progress = new LiveProgress(board, name, progress);
    }
    int exitCode = run.carryOut(progress, trials);
    board.reported(new LiveState.Report(name, report.toString(), Files.isReadable(report)));
    return exitCode;
  }

  /** The program ends: pages that are open get a moment to fetch the report. */
  public void ends(int exitCode, PrintStream out) throws InterruptedException {
    board.ends(exitCode);
    if (server.isPresent() && exitCode != Cancellation.EXIT_CODE && board.readers() > 0) {
      out.println(
          "the live page stays until it is closed, for "
              + LONGEST_STAY.toSeconds()
              + " s at the most: "
              + server.get().url());
      awaitReaders();
    }
  }

  private void awaitReaders() throws InterruptedException {
    long end = System.nanoTime() + LONGEST_STAY.toNanos();
    long lastSeen = System.nanoTime();
    while (System.nanoTime() - end < 0 && System.nanoTime() - lastSeen < RELOAD.toNanos()) {
      Thread.sleep(LOOK);
      if (board.readers() > 0) {
        lastSeen = System.nanoTime();
      }
    }
  }

  @Override
  public void close() {
    server.ifPresent(LiveServer::close);
  }
}
