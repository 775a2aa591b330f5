package dev.tierbench.harness.http;

import dev.tierbench.run.RunFolder;
import dev.tierbench.harness.http.tier.Installation;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Has the page of a run written by the report, a program of its own that knows nothing of a sweep.
 * Whatever becomes of it, the run itself is in order: a failure is one line.
 */
record ReportWriter(Installation installation, PrintStream out) {

  private static final String MODULE = "report";
  private static final long LIMIT_SECONDS = 120;

  /** Prints what the report says, which names the page, or a warning. */
  void write(RunFolder folder) throws InterruptedException {
    try {
      List<String> said = said(folder);
      out.println();
      said.forEach(out::println);
    } catch (IOException e) {
      out.println(
          "warning: no report.html ("
              + e.getMessage()
              + "); the run is in order without it, write it with: ./scripts/report.sh "
              + folder.root());
    }
  }

  private List<String> said(RunFolder folder) throws IOException, InterruptedException {
    if (!Files.isReadable(installation.jar(MODULE))) {
      throw new IOException(installation.jar(MODULE) + " is missing");
    }
    Path output = Files.createTempFile("tierbench-report", ".log");
    try {
      run(folder, output);
      return Files.readAllLines(output);
    } finally {
      Files.delete(output);
    }
  }

  private void run(RunFolder folder, Path output) throws IOException, InterruptedException {
    Process report =
        new ProcessBuilder(
                installation.javaProgram().toString(),
                "-Xmx1g",
                "-XX:+UseSerialGC",
                "-jar",
                installation.jar(MODULE).toString(),
                "report",
                folder.root().toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      report.getOutputStream().close();
      if (!report.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("it did not end within " + LIMIT_SECONDS + " s");
      }
    } finally {
      report.destroyForcibly();
    }
    if (report.exitValue() != 0) {
      throw new IOException("exit code " + report.exitValue() + ": " + lastLine(output));
    }
  }

  private static String lastLine(Path output) throws IOException {
    return new String(Files.readAllBytes(output), StandardCharsets.UTF_8)
        .lines()
        .filter(line -> !line.isBlank())
        .reduce((before, last) -> last.strip())
        .orElse("it said nothing");
  }
}
