package dev.tierbench.loadgen.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ResponseReaderTest {

  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private final ResponseReader reader =
      new ResponseReader((bytes, from, to) -> body.write(bytes, from, to - from), false);

  static Stream<Arguments> responses() {
    return Stream.of(
        Arguments.of("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\necho\n", 200, "echo\n", true),
        Arguments.of("HTTP/1.1 200 OK\r\nContent-Length:5 \r\n\r\nhello", 200, "hello", true),
        Arguments.of("HTTP/1.1 200 OK\ncontent-length: 2\n\nhi", 200, "hi", true),
        Arguments.of("HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n", 200, "", true),
        Arguments.of(
            "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1\r\n\r\na", 200, "a", false),
        Arguments.of(
            "HTTP/1.1 200 OK\r\nConnection: close\r\nConnection: keep-alive\r\n"
                + "Content-Length: 1\r\n\r\na",
            200,
            "a",
            false),
        Arguments.of(
            "HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nConnection: close\r\n"
                + "Content-Length: 1\r\n\r\na",
            200,
            "a",
            false),
        Arguments.of("HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\na", 200, "a", false),
        Arguments.of(
            "HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 1\r\n\r\na",
            200,
            "a",
            true),
        Arguments.of("HTTP/1.1 204 No Content\r\n\r\n", 204, "", true),
        Arguments.of("HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n", 304, "", true),
        Arguments.of(
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
                + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
            200,
            "ok",
            true),
        Arguments.of(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n1;x=y\r\n!\r\n0\r\n\r\n",
            200,
            "hello!",
            true),
        Arguments.of(
            "HTTP/1.1 500 Oops\r\ntransfer-encoding: chunked\r\n\r\nA\r\n0123456789\r\n0\r\nT: v\r\n\r\n",
            500,
            "0123456789",
            true));
  }

  @ParameterizedTest
  @MethodSource("responses")
  void aResponseIsTheSameHoweverItsBytesAreSplit(
      String text, int status, String expectedBody, boolean keepAlive) throws Exception {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    for (int first = 0; first < bytes.length; first++) {
      for (int second : new int[] {first + 1, (first + bytes.length) / 2, bytes.length}) {
        reader.reset();
        body.reset();
        int cut = Math.clamp(second, first, bytes.length);
        assertThat(reader.feed(bytes, 0, first)).isFalse();
        boolean early = reader.feed(bytes, first, cut);
        assertThat(early || reader.feed(bytes, cut, bytes.length)).isTrue();
        assertThat(early).isEqualTo(cut == bytes.length);
        assertThat(reader.status()).isEqualTo(status);
        assertThat(reader.keepAlive()).isEqualTo(keepAlive);
        assertThat(body.toString(StandardCharsets.US_ASCII)).isEqualTo(expectedBody);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("responses")
  void aResponseIsReadByteByByte(String text, int status, String expectedBody, boolean keepAlive)
      throws Exception {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    for (int at = 0; at < bytes.length; at++) {
      assertThat(reader.feed(bytes, at, at + 1)).isEqualTo(at == bytes.length - 1);
    }
    assertThat(reader.status()).isEqualTo(status);
    assertThat(body.toString(StandardCharsets.US_ASCII)).isEqualTo(expectedBody);
  }

  @Test
  void withoutLengthTheBodyEndsWithTheConnection() throws Exception {
    assertThat(feed("HTTP/1.1 200 OK\r\n\r\nuntil the end")).isFalse();
    assertThat(reader.closed()).isTrue();
    assertThat(reader.keepAlive()).isFalse();
    assertThat(body.toString(StandardCharsets.US_ASCII)).isEqualTo("until the end");
  }

  @Test
  void aCloseInsideAResponseIsNotItsEnd() throws Exception {
    feed("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
    assertThat(reader.closed()).isFalse();
    assertThat(reader.position()).isEqualTo("inside the response body");
  }

  @Test
  void oneReaderReadsManyResponses() throws Exception {
    for (int i = 0; i < 3; i++) {
      reader.reset();
      assertThat(feed("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")).isTrue();
      reader.reset();
      assertThat(feed("HTTP/1.1 404 No\r\nContent-Length: 1\r\n\r\nx")).isTrue();
      assertThat(reader.status()).isEqualTo(404);
    }
  }

  @Test
  void whatCannotBecomeAResponseIsNamedAlsoWhenItsFirstByteCameAlone() throws Exception {
    assertThat(feed("H")).isFalse();
    assertThatThrownBy(() -> feed("ELLO"))
        .isInstanceOf(BadResponseException.class)
        .hasMessageContaining("not HTTP/1: starts with 'HELLO'");
  }

  @Test
  void aHeadThatCameWholeMayBeNoLargerThanOneInParts() {
    byte[] bytes =
        ("HTTP/1.1 200 OK\r\nX: " + "x".repeat(70_000) + "\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII);
    assertThatThrownBy(() -> reader.feed(bytes, 0, bytes.length))
        .isInstanceOf(BadResponseException.class)
        .hasMessageContaining("head larger than");
  }

  @Test
  void aBodyThatComesWithTheRestOfASplitHeadIsNoPartOfTheHead() throws Exception {
    byte[] bytes =
        ("HTTP/1.1 200 OK\r\nContent-Length: 70000\r\n\r\n" + "x".repeat(70_000))
            .getBytes(StandardCharsets.US_ASCII);
    assertThat(reader.feed(bytes, 0, 10)).isFalse();
    assertThat(reader.feed(bytes, 10, bytes.length)).isTrue();
    assertThat(body.size()).isEqualTo(70_000);
  }

  static Stream<Arguments> malformed() {
    return Stream.of(
        Arguments.of("SSH-2.0-OpenSSH_9\r\n", "not HTTP/1"),
        Arguments.of("H", null),
        Arguments.of("HTTP/1.1 abc OK\r\n\r\n", "no status"),
        Arguments.of("HTTP/1.1 42\r\n\r\n", "no status"),
        Arguments.of("HTTP/1.1 2000 OK\r\n\r\n", "no status"),
        Arguments.of("HTTP/1.1-200 OK\r\n\r\n", "no status"),
        Arguments.of(
            "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", "content-length is not a number"),
        Arguments.of("HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\n", "content-length is empty"),
        Arguments.of(
            "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
            "content-length is not a number"),
        Arguments.of(
            "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
            "two different content-lengths"),
        Arguments.of("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n", "unknown"),
        Arguments.of(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            "not a hexadecimal number"),
        Arguments.of(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n", "chunk size is missing"),
        Arguments.of(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n",
            "runs past its stated size"),
        Arguments.of("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nab", "1 bytes after the end"),
        Arguments.of("HTTP/1.1 101 Switching Protocols\r\n\r\n", "switched protocols"),
        Arguments.of("HTTP/1.1 100 Continue\r\n\r\n".repeat(17), "interim responses"),
        Arguments.of("HTTP/1.1 200 OK\r\n" + "a: b\r\n".repeat(20_000), "head larger than"),
        Arguments.of(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
                + "a: b\r\n".repeat(20_000),
            "trailer section larger than"));
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void whatIsNoResponseIsNamed(String text, String reason) throws Exception {
    if (reason == null) {
      assertThat(feed(text)).isFalse();
    } else {
      assertThatThrownBy(() -> feed(text))
          .isInstanceOf(BadResponseException.class)
          .hasMessageContaining(reason);
    }
  }

  private boolean feed(String text) throws BadResponseException {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    boolean done = false;
    for (int at = 0; at < bytes.length; at += 4_096) {
      byte[] part = Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + 4_096));
      done = reader.feed(part, 0, part.length);
    }
    return done;
  }
}
