package dev.tierbench.loadgen.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
}
