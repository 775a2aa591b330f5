package dev.tierbench.loadgen;

import java.io.IOException;

/** Signals to processes that a test started. */
public final class Signals {

  private Signals() {}

  /**
   * Sends one and waits until it is sent.
   *
   * @param name such as {@code STOP}
   */
  public static void send(String name, Process process) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, "" + process.pid()).inheritIO().start().waitFor();
  }
}
