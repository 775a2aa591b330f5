package dev.tierbench.harness.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.observer.host.SystemFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadLimitTest {

  @TempDir Path root;

  private void process(String pid, int uid, int threads) throws IOException {
    Path folder = root.resolve("proc").resolve(pid);
    for (int i = 0; i < threads; i++) {
      Files.createDirectories(folder.resolve("task").resolve(String.valueOf(100 + i)));
    }
    Files.writeString(folder.resolve("status"), "Uid:\t%1$d\t%1$d\t%1$d\t%1$d\n".formatted(uid));
  }

  private ThreadLimit limit() {
    return new ThreadLimit(new SystemFiles(root));
  }

  @Test
  void theThreadsThatAUserHasAlreadyAreAddedAsTheKernelCountsThemToo() throws IOException {
    process("self", 1000, 1);
    process("7", 1000, 30);
    process("8", 1000, 4);
    process("9", 0, 500);
    assertThat(limit().prefix(1_000)).containsExactly("prlimit", "--nproc=1034:1034");
  }

  @Test
  void aWorkerOfRootIsRunAsAnotherUserSinceRootIsExempt() throws IOException {
    process("self", 0, 1);
    process("9", 0, 500);
    process("11", 65_534, 3);
    assertThat(limit().prefix(1_000))
        .startsWith("prlimit", "--nproc=1003:1003", "setpriv")
        .containsSubsequence("--reuid", "65534")
        .containsSubsequence("--pdeathsig", "KILL", "--");
  }
}
