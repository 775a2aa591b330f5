package dev.tierbench.observer.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.Fuzz;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On selectors of this JVM with known registrations, and on files as the kernel writes them. */
class EpollConnectionsTest {

  private static final long SELF = ProcessHandle.current().pid();

  /** Port 1F90 listens; inodes 201 and 202 are its connections, 203 is one that this side made. */
  private static final String TCP =
      """
        sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
         0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 200 1 0 100
         1: 0100007F:1F90 0100007F:D431 01 00000000:00000000 00:00000000 00000000     0        0 201 1 0 20
         2: 0100007F:1F90 0100007F:D432 01 00000000:00000000 00:00000000 00000000     0        0 202 1 0 20
         3: 0100007F:D433 0100007F:1F91 01 00000000:00000000 00:00000000 00000000     0        0 203 1 0 20
         4: 0100007F:1F90 0100007F:D434 06 00000000:00000000 03:00000CA3 00000000     0        0 0 3
      """;

  /** Inodes c9, ca and cb are 201, 202 and 203; 30 is an eventfd. */
  private static final String FDINFO =
      """
      pos:	0
      flags:	02000002
      mnt_id:	15
      ino:	30
      tfd:        8 events:       19 data:                8  pos:0 ino:30 sdev:f
      tfd:       21 events:     2019 data:               15  pos:0 ino:c9 sdev:8
      tfd:       22 events:     2019 data:               16  pos:0 ino:ca sdev:8
      tfd:       23 events:     2019 data:               17  pos:0 ino:cb sdev:8
      """;

  @TempDir private Path root;

  private List<Integer> read() {
    return new EpollConnections(new SystemFiles(root)).of(7);
  }

  private void write(String file, String text) throws IOException {
    Path path = root.resolve("proc/7").resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private void descriptor(String number, String target) throws IOException {
    Path folder = Files.createDirectories(root.resolve("proc/7/fd"));
    Files.createSymbolicLink(folder.resolve(number), Path.of(target));
  }

  private void process() throws IOException {
    descriptor("5", "anon_inode:[eventpoll]");
    descriptor("6", "anon_inode:[eventpoll]");
    descriptor("8", "anon_inode:[eventfd]");
    for (int inode = 200; inode < 204; inode++) {
      descriptor("2" + (inode - 200), "socket:[" + inode + "]");
    }
    write("net/tcp", TCP);
    write("fdinfo/5", FDINFO);
    write("fdinfo/6", "pos:\t0\nflags:\t02000002\nmnt_id:\t15\nino:\t30\n");
  }

  @Test
  void onlyConnectionsOnAPortThatTheProcessListensOnCount() throws IOException {
    process();
    assertThat(read()).containsExactly(2);
  }

  @Test
  void socketsOfAnotherProcessInTheSameTableDoNotCount() throws IOException {
    process();
    Files.delete(root.resolve("proc/7/fd/20")); // the listener is not its own
    assertThat(read()).isEmpty();
  }

  @Test
  void withoutFilesNothingIsMeasured() throws IOException {
    assertThat(read()).isEmpty();
    descriptor("5", "anon_inode:[eventpoll]");
    assertThat(read()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"net/tcp", "net/tcp6", "fdinfo/5"})
  @Tag("fuzz")
  void damagedFilesGiveCountsOrNone(String damaged) throws IOException {
    process();
    byte[] real = (damaged.startsWith("net") ? TCP : FDINFO).getBytes(StandardCharsets.UTF_8);
    Path file = root.resolve("proc/7").resolve(damaged);
    Fuzz.feed(
        List.of(real),
        Fuzz.inputs(),
        input -> {
          Files.write(file, input);
          assertThat(read()).allSatisfy(count -> assertThat(count).isBetween(1, 3));
        });
  }

  /** Nine connections that were accepted here: 5, 3 and 1 of them on three selectors. */
  @Test
  @Tag("process")
  void theConnectionsOfEachSelectorAreCounted() throws Exception {
    List<Integer> before = EpollConnections.REAL.of(SELF);
    List<AutoCloseable> open = new ArrayList<>();
    try (ServerSocketChannel server = ServerSocketChannel.open();
        Selector clients = Selector.open()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      for (int connections : new int[] {3, 5, 1}) {
        Selector loop = Selector.open();
        open.add(loop);
        for (int i = 0; i < connections; i++) {
          SocketChannel client = SocketChannel.open(server.getLocalAddress());
          SocketChannel accepted = server.accept();
          open.add(client);
          open.add(accepted);
          register(client, clients);
          register(accepted, loop);
        }
        loop.selectNow(); // which tells the kernel
      }
      clients.selectNow();
      assertThat(before).isEmpty();
      assertThat(EpollConnections.REAL.of(SELF)).containsExactly(5, 3, 1);
    } finally {
      for (AutoCloseable each : open) {
        each.close();
      }
    }
  }

  private static void register(SocketChannel channel, Selector selector) throws IOException {
    channel.configureBlocking(false);
    assertThat(channel.register(selector, SelectionKey.OP_READ).isValid()).isTrue();
  }
}
