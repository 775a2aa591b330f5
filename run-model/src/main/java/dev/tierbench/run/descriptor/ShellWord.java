package dev.tierbench.run.descriptor;

/** A word of a command line, as it is typed. */
public final class ShellWord {
  private ShellWord() {}

  /** The word as a shell takes it: in quotes where it has to be. */
  public static String quoted(String word) {
    return word.matches("[A-Za-z0-9_@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
