package dev.tierbench.loadgen.engine;

import dev.tierbench.loadgen.http.Target;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;

/**
 * Makes the wires of one loop, which all send the same bytes, and others in the last request of a
 * connection. Confined to its loop.
 */
final class Wires {

  private final Target target;
  private final Duration handshakeTimeout;
  private final ByteBuf request;
  private final ByteBuf lastRequest;

  Wires(Target target, Duration handshakeTimeout) {
    this.target = target;
    this.handshakeTimeout = handshakeTimeout;
    request = encoded(target, target.encoded());
    lastRequest = encoded(target, target.encodedLast());
  }

  /** Returns the request: the kernel reads fastest from outside the heap, the JDK's TLS from it. */
  private static ByteBuf encoded(Target target, byte[] bytes) {
    return target.tls().isPresent()
        ? Unpooled.wrappedBuffer(bytes)
        : Unpooled.directBuffer(bytes.length).writeBytes(bytes);
  }

  /** Returns an unconnected wire, over TLS when the target needs it. */
  Wire next(Connection connection) {
    return target.tls().isPresent()
        ? new TlsWire(
            connection,
            request,
            lastRequest,
            target.tls().get().handler(target.host(), target.port(), handshakeTimeout))
        : new ClearWire(connection, request, lastRequest);
  }
}
