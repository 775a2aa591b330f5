package dev.tierbench.harness.http.verify;

import dev.tierbench.observer.host.FolderTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder for the logs of servers that are verified, which is gone in the end unless kept. */
public final class VerifierLogs implements AutoCloseable {

  private final Path folder;
  private boolean kept;

  private VerifierLogs(Path folder) {
    this.folder = folder;
  }

  public static VerifierLogs make() throws IOException {
    return new VerifierLogs(Files.createTempDirectory("tierbench-verify-"));
  }

  public Path folder() {
    return folder;
  }

  /** The log of a database that servers are verified with. */
  public Path database() {
    return folder.resolve("database.log");
  }

  /** Leaves the folder where it is, for who wants to know why a server failed. */
  public Path keep() {
    kept = true;
    return folder;
  }

  @Override
  public void close() throws IOException {
    if (!kept) {
      FolderTree.delete(folder);
    }
  }
}
