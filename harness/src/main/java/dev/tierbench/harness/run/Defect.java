package dev.tierbench.harness.run;

import dev.tierbench.run.file.TerminalText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;

/** An error of the program itself: one line for people, and its stack trace in the run folder. */
public final class Defect {

  /** The name of the file of the run folder that has the stack traces. */
  public static final String FILE = "failure.log";

  private Defect() {}

  /**
   * Adds the stack trace to the file of the run folder.
   *
   * @return the error and its cause on one line, with the name of the file when it could be written
   */
  public static String noted(Path root, Throwable error) {
    String line = line(error);
    try {
      StringWriter trace = new StringWriter();
      error.printStackTrace(new PrintWriter(trace, true));
      Files.createDirectories(root);
      Files.writeString(
          root.resolve(FILE),
          Instant.now() + " " + trace,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND,
          LinkOption.NOFOLLOW_LINKS);
      return line + "; its stack trace is in " + FILE;
    } catch (IOException e) {
      return line + "; its stack trace could not be written: " + e.getMessage();
    }
  }

  /** Whether the program may go on with the next step. */
  public static boolean isOfOneStep(Throwable error) {
    return error instanceof RuntimeException || error instanceof StackOverflowError;
  }

  private static String line(Throwable error) {
    String cause =
        Optional.ofNullable(error.getCause()).map(because -> ", cause: " + because).orElse("");
    return TerminalText.line("an error of the program, " + error + cause);
  }
}
