package dev.tierbench.observer.trace;

import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.observer.host.child.ChildProcess;
import dev.tierbench.observer.host.child.Tools;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** {@code pidstat -u -r -w} of a process at 1 Hz, for the reader's own eyes. */
public final class Pidstat {

  private Pidstat() {}

  /** Starts to write into the raw folder, until it is closed; empty without the tool. */
  public static Optional<ChildProcess> start(TargetProcess target, Path rawFolder)
      throws IOException {
    if (Tools.find("pidstat").isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        ChildProcess.start(
            ChildCommand.tool(
                List.of("pidstat", "-h", "-u", "-r", "-w", "-p", Long.toString(target.pid()), "1"),
                Redirect.to(rawFolder.resolve("pidstat.txt").toFile()),
                rawFolder.resolve("pidstat.stderr"))));
  }
}
