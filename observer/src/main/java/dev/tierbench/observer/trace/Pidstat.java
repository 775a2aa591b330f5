package dev.tierbench.observer.trace;

import dev.tierbench.observer.proc.TargetProcess;
import dev.tierbench.observer.tool.ToolProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * {@code pidstat -u -r -w} of the process at 1 Hz into the raw folder, for the reader's own eyes.
 */
public final class Pidstat implements AutoCloseable {

  private final ToolProcess tool;

  private Pidstat(ToolProcess tool) {
    this.tool = tool;
  }

  /** Starts it; its file grows by a line each second until {@link #close}. */
  public static Pidstat start(TargetProcess target, Path rawFolder) throws IOException {
    return new Pidstat(
        ToolProcess.start(
            List.of("pidstat", "-h", "-u", "-r", "-w", "-p", Long.toString(target.pid()), "1"),
            Map.of(),
            rawFolder.resolve("pidstat.stderr"),
            ProcessBuilder.Redirect.to(rawFolder.resolve("pidstat.txt").toFile())));
  }

  @Override
  public void close() {
    tool.close();
  }
}
