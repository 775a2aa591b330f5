package dev.tierbench.observer.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("process")
class PortOwnerTest {

  private static final long SELF = ProcessHandle.current().pid();

  @Test
  void theListenerOnAPortIsFoundAndNamed() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = socket.getLocalPort();
      assertThat(PortOwner.REAL.find(port)).isEqualTo(SELF);
      assertThat(PortOwner.REAL.holder("127.0.0.1", port))
          .hasValueSatisfying(who -> assertThat(who).contains("process " + SELF));
    }
  }

  @Test
  void aFreePortHasNoHolderAndNoListener() {
    assertThat(PortOwner.REAL.holder("127.0.0.1", 17_999)).isEmpty();
    assertThatThrownBy(() -> PortOwner.REAL.find(17_999))
        .isInstanceOf(CannotObserve.class)
        .hasMessageContaining("nothing listens on port 17999");
  }

  private static final String TABLE =
      """
        sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
         0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 111 1
         1: 0100007F:1F90 0100007F:D431 01 00000000:00000000 00:00000000 00000000     0        0 222 1
         2: 0100007F:1F91 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 333 1
      """;

  @Test
  void onlyListenersOnThePortCount() {
    assertThat(PortOwner.listeners(TABLE, 8080)).containsExactly("socket:[111]");
  }

  /** A process of a host whose files are in a folder, which has the socket of port 8080. */
  private static PortOwner owning(Path root, long pid, String program) throws IOException {
    Path process = root.resolve("proc/" + pid);
    Files.createDirectories(process.resolve("fd"));
    Files.createSymbolicLink(process.resolve("fd/4"), Path.of("socket:[111]"));
    Files.writeString(process.resolve("comm"), program + "\n");
    Files.createDirectories(root.resolve("proc/net"));
    Files.writeString(root.resolve("proc/net/tcp"), TABLE);
    return new PortOwner(new SystemFiles(root));
  }

  @ParameterizedTest
  @ValueSource(strings = {"docker-proxy", "dockerd", "rootlessport-ch", "slirp4netns"})
  void aProgramThatForwardsToAContainerIsNoServer(String program, @TempDir Path root)
      throws IOException {
    PortOwner one = owning(root, 41, program);
    assertThatThrownBy(() -> one.find(8080))
        .isInstanceOf(CannotObserve.class)
        .hasMessageStartingWith("port 8080 belongs to " + program + " (process 41), which passes")
        .hasMessageContaining("--network host");
    PortOwner oneForEachFamily = owning(root, 42, program);
    assertThatThrownBy(() -> oneForEachFamily.find(8080))
        .hasMessageStartingWith("port 8080 belongs to " + program + " (process 41)");
  }

  @Test
  void aServerOfAContainerOnTheHostsNetworkIsFound(@TempDir Path root) throws Exception {
    assertThat(owning(root, 41, "java").find(8080)).isEqualTo(41);
  }
}
