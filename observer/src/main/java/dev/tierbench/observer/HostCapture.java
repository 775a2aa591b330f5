package dev.tierbench.observer;

import java.io.IOException;
import java.nio.file.Path;

/** One window over one process of a host. */
public interface HostCapture {

  void begin() throws IOException, InterruptedException;

  void end() throws IOException, InterruptedException;

  /** Leaves in the folder what was counted, when the window has ended. */
  void finish(Path folder) throws IOException, InterruptedException;

  /** Ends all tools that still run. */
  void close() throws IOException, InterruptedException;
}
