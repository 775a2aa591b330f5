package dev.tierbench.run;

import java.io.IOException;

/** Something that is done and that input or output may fail. */
@FunctionalInterface
public interface IoAction {

  /** Does it. */
  void run() throws IOException, InterruptedException;
}
