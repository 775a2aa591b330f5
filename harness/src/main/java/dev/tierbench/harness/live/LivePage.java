package dev.tierbench.harness.live;

import dev.tierbench.harness.host.Installation;
import dev.tierbench.harness.trial.ReportProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The page as the report makes it, which has the charts and is a program of its own. */
final class LivePage {

  private static final Duration LIMIT = Duration.ofMinutes(1);

  private LivePage() {}

  static String of(Installation installation) throws IOException, InterruptedException {
    Path page = Files.createTempFile("tierbench-live-", ".html");
    try {
      String unused =
          new ReportProgram(installation).run(List.of("live", "--out", page.toString()), LIMIT);
      return Files.readString(page);
    } catch (IOException e) {
      throw new IOException("cannot start: --live: the page was not made: " + e.getMessage(), e);
    } finally {
      Files.deleteIfExists(page);
    }
  }
}
