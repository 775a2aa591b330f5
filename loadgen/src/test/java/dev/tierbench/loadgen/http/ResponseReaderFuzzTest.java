package dev.tierbench.loadgen.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.Fuzz;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged answers, each in pieces of any size that lie between bytes that are not the server's. */
@Tag("fuzz")
class ResponseReaderFuzzTest {

  private static final byte NOT_GIVEN = (byte) 0xee;
  private static final int MOST_AROUND = 8;

  /** Answers as the servers and their frameworks give them. */
  private static final List<byte[]> REAL =
      Stream.of(
              "HTTP/1.1 200 \r\nContent-Type: text/plain;charset=UTF-8\r\nContent-Length: 5\r\n"
                  + "Date: Wed, 01 Apr 2026 08:00:00 GMT\r\n\r\necho\n",
              "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\ncontent-length: 12\r\n\r\nhello, world",
              "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n"
                  + "5\r\nhello\r\n1a;x=y\r\nabcdefghijklmnopqrstuvwxyz\r\n0\r\nT: v\r\nU: w\r\n\r\n",
              "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
                  + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
              "HTTP/1.0 503 Service Unavailable\r\nConnection: close\r\n\r\nno room\n",
              "HTTP/1.1 204 No Content\r\n\r\n",
              "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + "0123456789".repeat(10_000))
          .map(text -> text.getBytes(StandardCharsets.ISO_8859_1))
          .toList();

  /**
   * What a reader made of all bytes.
   *
   * @param how complete, waiting for more or why it is no response
   * @param body that reached the sink before the end or the error
   */
  private record Outcome(String how, int status, boolean keepAlive, String body) {}

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anyBytesEndTheSameHoweverTheyArrive(boolean ofHead) {
    Fuzz.feed(
        REAL,
        Fuzz.inputs(),
        input -> {
          Random random = new Random(Arrays.hashCode(input));
          Outcome whole = read(input, ofHead, List.of(input.length), 0);
          Outcome inPieces =
              read(input, ofHead, pieces(random, input.length), random.nextInt(MOST_AROUND));
          if (whole.how().startsWith("not a response")) {
            assertThat(inPieces.how()).startsWith("not a response");
          } else {
            assertThat(inPieces).isEqualTo(whole);
          }
        });
  }

  private static List<Integer> pieces(Random random, int length) {
    int most = 1 << random.nextInt(17);
    return random.ints(1, most + 1).limit(length).boxed().toList();
  }

  private static Outcome read(byte[] input, boolean ofHead, List<Integer> pieces, int around) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    ResponseReader reader =
        new ResponseReader((bytes, from, to) -> body.write(bytes, from, to - from), ofHead);
    String how = "waits " + reader.position();
    try {
      int at = 0;
      for (int piece : pieces) {
        int length = Math.min(piece, input.length - at);
        if (length > 0) {
          byte[] buffer = new byte[around + length + around];
          Arrays.fill(buffer, NOT_GIVEN);
          System.arraycopy(input, at, buffer, around, length);
          at += length;
          how =
              reader.feed(buffer, around, around + length)
                  ? "complete"
                  : "waits " + reader.position();
        }
      }
      if (reader.closed()) {
        how = "complete with the connection";
      }
    } catch (BadResponseException e) {
      assertThat(e.getMessage()).isNotBlank().doesNotContainPattern("[\\p{Cntrl}\\p{Cf}]");
      assertThat(e.getMessage().length()).isLessThan(200);
      return new Outcome("not a response", 0, false, "");
    }
    assertThat(body.size()).isLessThanOrEqualTo(input.length);
    return new Outcome(
        how, reader.status(), reader.keepAlive(), body.toString(StandardCharsets.ISO_8859_1));
  }
}
