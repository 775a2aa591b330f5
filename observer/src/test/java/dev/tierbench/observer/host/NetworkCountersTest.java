package dev.tierbench.observer.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NetworkCountersTest {

  @TempDir private Path root;

  private void file(String path, String text) throws IOException {
    Files.createDirectories(root.resolve(path).getParent());
    Files.writeString(root.resolve(path), text);
  }

  @Test
  void segmentsDropsAndSoftInterruptsAreRead() throws IOException {
    file(
        "proc/net/snmp",
        "Ip: Forwarding DefaultTTL\nIp: 2 64\n"
            + "Tcp: RtoAlgorithm InSegs OutSegs RetransSegs\nTcp: 1 900 1000 7\n");
    file(
        "proc/net/dev",
        "Inter-|   Receive  |  Transmit\n face |bytes packets errs drop fifo frame compressed\n"
            + "    lo: 10 1 0 0 0 0 0 0 10 1 0 0 0 0 0 0\n"
            + "  eth0: 10 1 0 3 0 0 0 0 10 1 0 4 0 0 0 0\n");
    file("proc/stat", "cpu  10 0 20 300 1 0 25 0 0 0\ncpu0 10 0 20 300 1 0 25 0 0 0\n");
    assertThat(NetworkCounters.read(new SystemFiles(root)))
        .contains(new NetworkCounters(1_000, 7, 7, 25 * Proc.NANOS_PER_TICK));
  }

  @Test
  void withoutOneOfTheFilesNothingIsMeasured() throws IOException {
    file("proc/stat", "cpu  10 0 20 300 1 0 25 0 0 0\n");
    assertThat(NetworkCounters.read(new SystemFiles(root))).isEmpty();
  }

  @Test
  void thisHostHasThem() {
    assertThat(NetworkCounters.read(SystemFiles.REAL)).isPresent();
  }
}
