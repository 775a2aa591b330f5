package dev.tierbench.run.file;

/** A line on standard error about what went wrong and does not end the program. */
public final class Warning {

  private Warning() {}

  /** Prints the warning; text of other programs in it is made safe for a terminal. */
  public static void print(String text) {
    System.err.println("warning: " + TerminalText.lines(text));
  }
}
