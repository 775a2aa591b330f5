package dev.tierbench.report;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/** Runs the program as from a shell, and keeps what it printed. */
final class Programs {
  private Programs() {}

  record Ended(int exitCode, String out, String err) {}

  static synchronized Ended run(String... words) {
    StringWriter err = new StringWriter();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream before = System.out;
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    try {
      CommandLine program = ReportProgram.commandLine();
      program.setErr(new PrintWriter(err, true));
      int exitCode = program.execute(words);
      return new Ended(exitCode, out.toString(StandardCharsets.UTF_8), err.toString());
    } finally {
      System.setOut(before);
    }
  }
}
