package dev.tierbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunLockTest {

  @TempDir Path folder;

  @Test
  void aFolderHasOneWriterAtATime() throws IOException {
    RunLock first = RunLock.of(folder);
    assertThatThrownBy(() -> RunLock.of(folder))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "%s is written to by process %s: wait for its end, or end it"
                .formatted(folder, ProcessHandle.current().pid()));
    first.close();
    RunLock.of(folder).close();
  }

  @Test
  void aLockFileThatWasLeftIsNoLock() throws IOException {
    Files.writeString(folder.resolve(RunLock.FILE), "1234567890123456789012345");
    RunLock lock = RunLock.of(folder);
    assertThat(Files.readString(folder.resolve(RunLock.FILE)))
        .isEqualTo(String.valueOf(ProcessHandle.current().pid()));
    lock.close();
  }

  @Test
  void aLockThatIsALinkIsRefusedAndItsTargetStays() throws IOException {
    Path victim = Files.writeString(folder.resolveSibling("victim"), "kept");
    Files.createSymbolicLink(folder.resolve(RunLock.FILE), victim);
    assertThatThrownBy(() -> RunLock.of(folder)).hasMessageContaining("remove it");
    assertThat(victim).hasContent("kept");
  }
}
