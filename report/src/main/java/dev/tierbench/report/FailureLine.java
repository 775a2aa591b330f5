package dev.tierbench.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/**
 * What a failure is to whoever runs the program: one line. Run folders come from elsewhere, so that
 * a failure nobody foresaw is more often their damage than a defect; {@value #TRACED} shows where
 * it arose.
 */
final class FailureLine {

  /** A system property. */
  private static final String TRACED = "tierbench.stacktrace";

  private FailureLine() {}

  static String of(Throwable failure) {
    if (failure instanceof IOException || failure instanceof UncheckedIOException) {
      return String.valueOf(failure.getMessage());
    }
    if (failure instanceof OutOfMemoryError) {
      return "more memory is needed than the JVM may have, %d MiB: run report.jar with a larger -Xmx"
          .formatted(Runtime.getRuntime().maxMemory() >> 20);
    }
    String line = failure.getClass().getSimpleName() + ": " + failure.getMessage();
    return Boolean.getBoolean(TRACED)
        ? line + "\n" + trace(failure)
        : line + " (JAVA_TOOL_OPTIONS=-D" + TRACED + "=true shows where)";
  }

  private static String trace(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text, true));
    return text.toString();
  }
}
