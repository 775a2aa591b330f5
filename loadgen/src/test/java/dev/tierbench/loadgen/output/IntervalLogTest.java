package dev.tierbench.loadgen.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.loadgen.TestRun;
import dev.tierbench.loadgen.TestServer;
import dev.tierbench.run.record.LoadResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IntervalLogTest {

  @TempDir Path temp;

  @Test
  void aLinkInItsPlaceIsReplacedAndNotWrittenThrough() throws IOException {
    Path victim = Files.writeString(temp.resolve("victim"), "precious");
    Path folder = Files.createDirectory(temp.resolve("step"));
    Path log = Files.createSymbolicLink(folder.resolve("latency.hlog"), victim);
    new IntervalLog(folder).close();
    assertThat(victim).hasContent("precious");
    assertThat(Files.isSymbolicLink(log)).isFalse();
    assertThat(Files.readString(log)).startsWith("#[tierbench load");
  }

  /**
   * Without its interval the second would be missing from what reads the log, as if it were none.
   */
  @Test
  @Tag("process")
  @Tag("timed")
  void aSecondWithoutAnAnswerHasAnIntervalToo() throws Exception {
    try (TestServer server = new TestServer(TestServer.delayed(2_500));
        IntervalLog log = new IntervalLog(temp)) {
      LoadResult unused = TestRun.of(server.url() + " -c 1 -R 5 --phases measure=3s", log);
    }
    List<String> lines = Files.readAllLines(temp.resolve("latency.hlog"));
    assertThat(lines).filteredOn(line -> line.startsWith("Tag=measure,")).hasSize(3);
    assertThat(lines).filteredOn(line -> line.startsWith("Tag=measure-response,")).hasSize(3);
  }
}
