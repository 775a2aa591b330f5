package dev.tierbench.echo;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;

/** Encoded HTTP/1.1 answers. */
final class Answer {

  private static final ByteBuf ECHO = constant(Persistence.DEFAULT);
  private static final ByteBuf ECHO_CLOSE = constant(Persistence.CLOSE);
  private static final ByteBuf ECHO_KEEP_ALIVE = constant(Persistence.KEEP_ALIVE);

  private Answer() {}

  /** The fixed answer of {@code /echo}; shares its bytes between all requests. */
  static ByteBuf echo(Persistence persistence) {
    return switch (persistence) {
      case DEFAULT -> ECHO.duplicate();
      case CLOSE -> ECHO_CLOSE.duplicate();
      case KEEP_ALIVE -> ECHO_KEEP_ALIVE.duplicate();
    };
  }

  /** Any other answer. For HEAD, the length is that of the body which is left out. */
  static ByteBuf of(String status, String type, String headers, String body, Exchange exchange) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    String head =
        "HTTP/1.1 %s\r\ncontent-type: %s\r\ncontent-length: %d\r\n%s%s\r\n"
            .formatted(status, type, bytes.length, headers, exchange.persistence.header);
    byte[] headBytes = head.getBytes(StandardCharsets.US_ASCII);
    return exchange.bodiless
        ? Unpooled.wrappedBuffer(headBytes)
        : Unpooled.wrappedBuffer(headBytes, bytes);
  }

  /** The answer of {@code /echo} to a request that fails on purpose. */
  static ByteBuf error(Exchange exchange) {
    return of("500 Internal Server Error", "text/plain", "", "failed on purpose\n", exchange);
  }

  private static ByteBuf constant(Persistence persistence) {
    byte[] bytes =
        ("HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 5\r\n"
                + persistence.header
                + "\r\necho\n")
            .getBytes(StandardCharsets.US_ASCII);
    return Unpooled.unreleasableBuffer(
        Unpooled.directBuffer(bytes.length).writeBytes(bytes).asReadOnly());
  }

  /** Whether the connection stays open, and the header that says so. */
  enum Persistence {
    /** The default of HTTP/1.1: it stays open, without a header. */
    DEFAULT(""),
    CLOSE("connection: close\r\n"),
    /** An HTTP/1.0 client that asked to keep the connection expects a header. */
    KEEP_ALIVE("connection: keep-alive\r\n");

    private final String header;

    Persistence(String header) {
      this.header = header;
    }
  }
}
