package dev.tierbench.run.file;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A file that a person wrote cannot be used; the message is one line with file, place and reason.
 */
public final class InvalidInput extends IOException {
  private static final long serialVersionUID = 1L;

  /** An error of the file as a whole. */
  public InvalidInput(Path file, String reason) {
    super(file + ": " + TerminalText.escaped(reason));
  }

  /** An error in a line of the file, counted from 1. */
  public InvalidInput(Path file, int line, String reason) {
    super(file + ":" + line + ": " + TerminalText.escaped(reason));
  }
}
