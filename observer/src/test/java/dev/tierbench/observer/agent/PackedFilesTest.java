package dev.tierbench.observer.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.run.file.RunJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackedFilesTest {

  @TempDir private Path folder;

  @Test
  void filesArriveAsTheyWereAlsoThroughALineOfJson() throws IOException {
    Path from = Files.createDirectories(folder.resolve("from/raw"));
    Files.writeString(folder.resolve("from/threads.csv"), "tid,name\n1,mäin\n");
    Files.write(from.resolve("bytes"), new byte[] {0, 1, -1, 10});
    String line = RunJson.toJsonLine(PackedFiles.of(folder.resolve("from")));
    assertThat(line.lines()).hasSize(1);
    RunJson.parse(line, PackedFiles.class).unpack(folder.resolve("to"));
    assertThat(folder.resolve("to/threads.csv")).hasContent("tid,name\n1,mäin\n");
    assertThat(folder.resolve("to/raw/bytes")).hasBinaryContent(new byte[] {0, 1, -1, 10});
  }

  @Test
  void aPathThatLeadsOutOfTheFolderIsRefused() {
    PackedFiles files = new PackedFiles(Map.of("../outside", new byte[0]));
    assertThatThrownBy(() -> files.unpack(folder.resolve("to")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("../outside");
    assertThat(folder.resolve("outside")).doesNotExist();
  }
}
