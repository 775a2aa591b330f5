package dev.tierbench.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.contract.KeptConnection.Answer;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("process")
class KeptConnectionTest {
  private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n";

  /** Asks twice a server that sends these bytes as soon as it is connected, and then ends. */
  private static Answer second(String sent) throws IOException {
    try (ServerSocket server = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> answer(server, sent));
      URI address = URI.create("http://127.0.0.1:" + server.getLocalPort());
      try (KeptConnection connection = new KeptConnection(address, Duration.ofMillis(300))) {
        connection.get("/first");
        return connection.get("/second");
      }
    }
  }

  /** One answer for each request, parted by {@code |}; silence in place of {@code ...}. */
  private static void answer(ServerSocket server, String sent) {
    try (Socket client = server.accept()) {
      for (String each : sent.split("\\|", -1)) {
        if (each.equals("...")) {
          Thread.sleep(Duration.ofSeconds(20));
        }
        readHead(client.getInputStream());
        client.getOutputStream().write(each.getBytes(StandardCharsets.US_ASCII));
      }
    } catch (IOException clientHasGone) {
      return; // the client found what is wrong
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void readHead(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    for (int next = in.read(); next >= 0; next = in.read()) {
      head.append((char) next);
      if (head.indexOf("\r\n\r\n") >= 0) {
        return;
      }
    }
    throw new EOFException();
  }

  @Test
  void bodiesOfAGivenLengthAndInChunksAreRead() throws IOException {
    String chunked =
        HEAD + "Transfer-Encoding: chunked\r\n\r\n3;x=y\r\nsec\r\n4\r\nond!\r\n0\r\n\r\n";
    Answer answer = second(HEAD + "Content-Length: 5\r\n\r\nfirst|" + chunked);
    assertThat(answer).isEqualTo(new Answer(200, "text/plain", "second!"));
  }

  @Test
  void aBodyThatEndsBeforeItsLengthIsRefused() {
    String cut = HEAD + "Content-Length: 9\r\n\r\nsec";
    assertThatThrownBy(() -> second(HEAD + "Content-Length: 5\r\n\r\nfirst|" + cut))
        .hasMessage("the connection was closed before the answer was complete");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '>',
      textBlock =
          """
          Content-Length: 6~~fir                    > the connection was closed before the answer was complete
          Content-Length: 5~~first|                 > the connection was
          Content-Length: 5~~first|...              > no answer within 300 ms
          Content-Length: 3~~first                  > more was sent than had been asked for
          Content-Length: 5~~first|garbage~         > not an answer of HTTP/1: starts with 'garbage'
          Content-Length: many~~first               > neither a Content-Length nor chunks: 'many'
          Transfer-Encoding: chunked~~x~            > not the size of a chunk: 'x'
          """)
  void whateverIsWrongWithAnAnswerIsSaid(String sent, String reason) {
    assertThatThrownBy(() -> second(HEAD + sent.replace("~", "\r\n")))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(reason);
  }
}
