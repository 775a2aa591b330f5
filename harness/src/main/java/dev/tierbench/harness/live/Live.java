package dev.tierbench.harness.live;

import dev.tierbench.harness.trial.Cancellation;
import dev.tierbench.harness.trial.PlanLine;
import dev.tierbench.harness.trial.Progress;
import dev.tierbench.run.LiveState;
import dev.tierbench.run.RunFolder;
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

  private Live(LiveBoard board, Optional<LiveServer> server) {
    this.board = board;
    this.server = server;
  }

  static Live off() {
    return new Live(new LiveBoard(System::nanoTime), Optional.empty());
  }

  static Live on(LiveBoard board, LiveServer server) {
    return new Live(board, Optional.of(server));
  }

  /** Where the page is. */
  public Optional<String> planLine() {
    return server.map(opened -> PlanLine.of("live", opened.url()));
  }

  /** Hears of a run that begins, in front of the terminal. */
  public Progress over(RunFolder folder, double plannedSeconds, Progress terminal) {
    if (server.isEmpty()) {
      return terminal;
    }
    board.beginsRun(name(folder), plannedSeconds);
    return new LiveProgress(board, name(folder), terminal);
  }

  /** A run has ended, and its report was to be written. */
  public void reported(RunFolder folder) {
    Path report = folder.report().toAbsolutePath().normalize();
    board.reported(new LiveState.Report(name(folder), report.toString(), Files.isReadable(report)));
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

  private static String name(RunFolder folder) {
    return folder.root().toAbsolutePath().normalize().getFileName().toString();
  }

  @Override
  public void close() {
    server.ifPresent(LiveServer::close);
  }
}
