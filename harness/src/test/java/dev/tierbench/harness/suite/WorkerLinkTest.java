package dev.tierbench.harness.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerLinkTest {

  @TempDir Path folder;
  private WorkerLink link;
  private SocketChannel worker;

  @BeforeEach
  void connect() throws IOException {
    Path socket = folder.resolve("socket");
    link = WorkerLink.at(socket);
    worker = SocketChannel.open(StandardProtocolFamily.UNIX);
    worker.connect(UnixDomainSocketAddress.of(socket));
  }

  @AfterEach
  void close() throws IOException {
    worker.close();
    link.close();
  }

  private void send(String text) throws IOException {
    worker.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static long inSeconds(long seconds) {
    return System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
  }

  private Optional<WorkerEvent> next() throws IOException, InterruptedException {
    return link.next(inSeconds(20), () -> true);
  }

  @Test
  void everyLineIsAnEvent() throws Exception {
    send("{\"event\":\"settings\",\"settings\":{\"pid\":42,\"threads\":null}}\n{\"event\":\"rea");
    send(
        "dy\",\"phase\":\"measure\"}\n{\"event\":\"phase-end\",\"nano_time\":5,\"phase\":\"measure\"}\n");
    assertThat(next().orElseThrow().settings().orElseThrow().path("pid").asInt()).isEqualTo(42);
    assertThat(next().orElseThrow().phase()).contains("measure");
    assertThat(next().orElseThrow())
        .satisfies(event -> assertThat(event.event()).isEqualTo(WorkerEvent.Type.PHASE_END))
        .satisfies(event -> assertThat(event.nanoTime()).contains(5L));
  }

  @Test
  void theWorkerIsLetGoByALine() throws Exception {
    send("{\"event\":\"ready\",\"phase\":\"cold\"}\n");
    assertThat(next()).isPresent();
    link.go();
    ByteBuffer line = ByteBuffer.allocate(10);
    worker.read(line);
    assertThat(new String(line.array(), 0, line.position(), StandardCharsets.UTF_8))
        .isEqualTo("go\n");
  }

  @Test
  void aWorkerThatEndedSendsNoMore() throws Exception {
    send("{\"event\":\"done\"}\n");
    worker.close();
    assertThat(next().orElseThrow().event()).isEqualTo(WorkerEvent.Type.DONE);
    assertThat(next()).isEmpty();
  }

  @Test
  void aWorkerThatNeverConnectedIsNotWaitedFor() throws Exception {
    try (WorkerLink lonely = WorkerLink.at(folder.resolve("lonely"))) {
      assertThat(lonely.next(inSeconds(20), () -> false)).isEmpty();
      assertThat(lonely.next(System.nanoTime() - 1, () -> true)).as("time is up").isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hello",
        "null",
        "{}",
        "{\"event\":\"phase-start\",\"phase\":\"measure\"}",
        "{\"event\":\"run\",\"phase\":\"measure\"}",
        "{\"event\":\"run\",\"run\":{\"operations\":1}}",
        "{\"event\":\"\u001b[2J\"}"
      })
  void anInvalidEventIsAnErrorOfOneLine(String line) throws Exception {
    send(line + "\n");
    assertThatIOException()
        .isThrownBy(this::next)
        .withMessageContaining("an invalid event")
        .satisfies(e ->
            assertThat(e.getMessage()).doesNotContainPattern("\\p{Cntrl}|dev.tierbench|jackson"));
  }
}
