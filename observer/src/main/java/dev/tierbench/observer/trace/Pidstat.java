package dev.tierbench.observer.trace;

import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.observer.host.child.ChildProcess;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;

/**
 * {@code pidstat -u -r -w} of the process at 1 Hz into the raw folder, for the reader's own eyes.
 */
public final class Pidstat implements AutoCloseable {

  private final ChildProcess tool;

  private Pidstat(ChildProcess tool) {
    this.tool = tool;
  }

  /** Starts it; its file grows by a line each second until {@link #close}. */
  public static Pidstat start(TargetProcess target, Path rawFolder) throws IOException {
    return new Pidstat(
        ChildProcess.start(
            ChildCommand.tool(
                List.of("pidstat", "-h", "-u", "-r", "-w", "-p", Long.toString(target.pid()), "1"),
                Redirect.to(rawFolder.resolve("pidstat.txt").toFile()),
                rawFolder.resolve("pidstat.stderr"))));
  }

  @Override
  public void close() {
    tool.close();
  }
}
