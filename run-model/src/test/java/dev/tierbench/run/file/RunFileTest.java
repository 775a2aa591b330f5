package dev.tierbench.run.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.tierbench.run.record.Checks;
import dev.tierbench.run.threads.ThreadTable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunFileTest {

  private static final Duration LIMIT = Duration.ofSeconds(20);

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"/dev/zero", "/dev/null", "/etc/passwd", "/", "/no/such/file"})
  void aLinkIsNotFollowedWhereverItLeads(String target) throws IOException {
    assertRefused(Files.createSymbolicLink(folder.resolve("load.json"), Path.of(target)), "a link");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/dev/zero", "/dev/null"})
  void aDeviceIsNotRead(String device) {
    assertRefused(Path.of(device), "a pipe, socket or device");
  }

  @Test
  void aSocketIsNotRead() throws IOException {
    Path file = folder.resolve("s");
    try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      socket.bind(UnixDomainSocketAddress.of(file));
      assertRefused(file, "a pipe, socket or device");
    }
  }

  @Test
  @Tag("process")
  void aPipeIsNotWaitedFor() throws Exception {
    Path file = folder.resolve("load.json");
    assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();
    assertRefused(file, "a pipe, socket or device");
  }

  @Test
  void aFolderIsNotRead() {
    assertRefused(folder, "a folder");
  }

  @Test
  void aFileThatIsMissingIsMissing() {
    for (RunFile kind : RunFile.values()) {
      assertThatIOException()
          .isThrownBy(() -> kind.bytes(folder.resolve("none")))
          .isInstanceOf(NoSuchFileException.class);
    }
  }

  @Test
  void aFileIsReadUpToTheSizeOfItsKind() throws IOException {
    Path file = folder.resolve("load.json");
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      bytes.setLength(16 << 20);
      assertThat(RunFile.JSON.bytes(file)).hasSize(16 << 20);
      bytes.setLength((16 << 20) + 1);
    }
    assertThatIOException()
        .isThrownBy(() -> RunFile.JSON.bytes(file))
        .withMessage(file + " is larger than 16 MiB");
    assertThat(RunFile.TABLE.bytes(file)).hasSize((16 << 20) + 1);
  }

  @Test
  void aRunThatGoesOnHasOnlyFoldersAndFiles() throws IOException {
    Path step = Files.createDirectories(folder.resolve("trials/01-x/steps/concurrency=1/raw"));
    Files.writeString(step.resolve("out.txt"), "x");
    RunFile.requirePlain(folder);
    Path link = Files.createSymbolicLink(step.resolve("server.log"), Path.of("/dev/null"));
    assertThatIOException()
        .isThrownBy(() -> RunFile.requirePlain(folder))
        .withMessageContaining(link.getFileName() + " is a link: a run folder has only folders");
  }

  @Test
  void aRunThatGoesOnMayBeNamedByALink(@TempDir Path elsewhere) throws IOException {
    Path latest = Files.createSymbolicLink(elsewhere.resolve("latest"), folder);
    RunFile.requirePlain(latest);
  }

  private static void assertRefused(Path file, String what) {
    for (RunFile kind : RunFile.values()) {
      assertTimeoutPreemptively(
          LIMIT,
          () ->
              assertThatIOException()
                  .isThrownBy(() -> kind.bytes(file))
                  .withMessage(file + " is " + what + ": expected a regular file"));
    }
    assertTimeoutPreemptively(
        LIMIT, () -> assertThatIOException().isThrownBy(() -> ThreadTable.read(file)));
    assertTimeoutPreemptively(
        LIMIT, () -> assertThatIOException().isThrownBy(() -> RunJson.read(file, Checks.class)));
  }
}
