package dev.tierbench.cli;

/**
 * A command line that a reader can copy.
 *
 * @param command as it is typed in the folder of the project
 * @param meaning what it does, in a few words
 */
public record Example(String command, String meaning) {

  /** The example as one line of a table whose first column is that wide. */
  String line(int width) {
    return "  " + command + " ".repeat(width - command.length()) + "  " + meaning;
  }
}
