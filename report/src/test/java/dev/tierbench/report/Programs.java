package dev.tierbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.file.RunJson;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

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

  /** The same of words that were gathered. */
  static Ended run(List<String> words) {
    return run(words.toArray(String[]::new));
  }

  /** The rows of a comparison, which has nothing to complain about. */
  static List<JsonNode> compared(String a, String b, String... more) {
    List<String> words = new ArrayList<>(List.of("compare", a, b, "--format", "json"));
    words.addAll(List.of(more));
    Ended ended = run(words);
    assertThat(ended.err()).isEmpty();
    return RunJson.parse(ended.out()).path("rows").valueStream().toList();
  }
}
