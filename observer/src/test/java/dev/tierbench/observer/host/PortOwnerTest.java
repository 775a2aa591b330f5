package dev.tierbench.observer.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

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

  @Test
  void onlyListenersOnThePortCount() {
    String table =
        """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 111 1
           1: 0100007F:1F90 0100007F:D431 01 00000000:00000000 00:00000000 00000000     0        0 222 1
           2: 0100007F:1F91 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 333 1
        """;
    assertThat(PortOwner.listeners(table, 8080)).containsExactly("socket:[111]");
  }
}
