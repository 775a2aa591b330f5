package dev.tierbench.run.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {

  @TempDir Path folder;

  @Test
  void aLinkInThePlaceOfTheFileIsReplacedAndNotFollowed() throws IOException {
    Path victim = Files.writeString(folder.resolve("victim"), "precious");
    Path file = Files.createSymbolicLink(folder.resolve("summary.csv"), victim);
    WholeFile.write(file, "new");
    assertThat(victim).hasContent("precious");
    assertThat(Files.isSymbolicLink(file)).isFalse();
    assertThat(file).hasContent("new");
  }

  @Test
  void aLinkUnderTheNameThatWasOnceOfTheUnfinishedFileIsNotFollowed() throws IOException {
    Path victim = Files.writeString(folder.resolve("victim"), "precious");
    Files.createSymbolicLink(folder.resolve(".summary.csv.tmp"), victim);
    RunJson.write(folder.resolve("summary.csv"), "new");
    assertThat(victim).hasContent("precious");
  }

  @Test
  void aFileThatGrowsIsNotWrittenThroughALink() throws IOException {
    Path victim = Files.writeString(folder.resolve("victim"), "precious");
    Path file = Files.createSymbolicLink(folder.resolve("latency.hlog"), victim);
    try (OutputStream out = WholeFile.grow(file)) {
      out.write('x');
    }
    assertThat(victim).hasContent("precious");
    assertThat(file).hasContent("x");
    assertThatIOException().isThrownBy(() -> WholeFile.grow(folder));
  }

  @Test
  void ofTwoWritersAReaderSeesOneWholeFile() {
    Path file = folder.resolve("report.html");
    List<String> texts = Stream.of("a", "b").map(letter -> letter.repeat(1 << 20)).toList();
    RunJson.write(file, texts.getFirst());
    List<CompletableFuture<Void>> writers =
        texts.stream()
            .map(text ->
                CompletableFuture.runAsync(
                    () -> IntStream.range(0, 50).forEach(i -> RunJson.write(file, text))))
            .toList();
    Set<String> seen = new HashSet<>();
    while (!writers.stream().allMatch(CompletableFuture::isDone)) {
      try {
        seen.add(Files.readString(file, StandardCharsets.UTF_8));
      } catch (IOException e) {
        throw new AssertionError("the file was gone for a moment", e);
      }
    }
    writers.forEach(CompletableFuture::join);
    assertThat(texts).containsAll(seen);
    assertThat(folder).isDirectoryNotContaining("glob:**/.*.tmp");
  }

  @Test
  void nothingIsLeftOfAFileThatCannotBeWritten() throws IOException {
    Path taken = Files.createDirectories(folder.resolve("report.html/full"));
    assertThatIOException().isThrownBy(() -> WholeFile.write(taken.getParent(), "x"));
    assertThat(folder).isDirectoryNotContaining("glob:**/.*.tmp");
  }

  @Test
  void aFileHasThePermissionsOfAnyOther() throws IOException {
    Path file = folder.resolve("summary.csv");
    WholeFile.write(file, "x");
    Path usual = Files.writeString(folder.resolve("usual"), "x");
    assertThat(Files.getPosixFilePermissions(file)).isEqualTo(Files.getPosixFilePermissions(usual));
  }

  @Test
  void aLinkInThePlaceOfAFolderIsRefused() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("plots"), folder);
    assertThatIOException()
        .isThrownBy(() -> WholeFile.requireNoLink(link))
        .withMessage(link + " is a link: expected a folder; remove the link");
    WholeFile.requireNoLink(folder);
    WholeFile.requireNoLink(folder.resolve("new"));
  }
}
