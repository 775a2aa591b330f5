package dev.tierbench.observer.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.run.file.RunJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
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
  void aNameThatNoFileCanHaveIsRefused() {
    for (String name : new String[] {"a\0b", "", "x/.."}) {
      PackedFiles files = new PackedFiles(Map.of(name, new byte[0]));
      assertThatThrownBy(() -> files.unpack(folder.resolve("to")))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("a file named ")
          .hasMessageNotContaining("\0");
    }
  }

  @Test
  void aFileThatGrowsBeyondWhatAProgramPrintsIsRefused() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(packed)) {
      byte[] mib = new byte[1 << 20];
      for (int i = 0; i <= 256; i++) {
        zip.write(mib);
      }
    }
    PackedFiles files = new PackedFiles(Map.of("a.txt", packed.toByteArray()));
    assertThatThrownBy(() -> files.unpack(folder.resolve("to")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("a file of more than 256 MiB was sent: a.txt");
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
