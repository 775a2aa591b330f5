package dev.tierbench.loadgen.wire;

import dev.tierbench.loadgen.http.Http2Request;
import dev.tierbench.loadgen.http.Target;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * Makes the wires of one loop, which all send the same request, and over HTTP/1.1 another one as
 * the last of a connection. Confined to its loop.
 */
public final class Wires {

  private final WireLoop loop;
  private final Target target;
  private final Duration handshakeTimeout;
  private final Optional<Http2Request> http2Request;
  private final ByteBuf request;
  private final ByteBuf lastRequest;

  /** Makes the wires of a loop to a target, of which a handshake may take so long. */
  public Wires(WireLoop loop, Target target, Duration handshakeTimeout) {
    this.loop = loop;
    this.target = target;
    this.handshakeTimeout = handshakeTimeout;
    http2Request = target.http2Streams().map(any -> target.http2Request());
    request = encoded(target, target.encoded());
    lastRequest = encoded(target, target.encodedLast());
  }

  /** Returns the request: the kernel reads fastest from outside the heap, the JDK's TLS from it. */
  private static ByteBuf encoded(Target target, byte[] bytes) {
    return target.tls().isPresent()
        ? Unpooled.wrappedBuffer(bytes)
        : Unpooled.directBuffer(bytes.length).writeBytes(bytes);
  }

  /**
   * Returns what makes the wires of one TCP connection.
   *
   * @param requests that it carries at once: more than one over HTTP/2 only
   */
  public Function<WireListener, Wire> tcp(int requests) {
    return http2Request.isPresent()
        ? new Http2Streams(loop, requests, http2Request.get(), handshakeTimeout)::next
        : this::next;
  }

  /** Returns an unconnected wire, over TLS when the target needs it. */
  private Wire next(WireListener listener) {
    return target.tls().isPresent()
        ? new TlsWire(
            loop,
            listener,
            target.request().isHead(),
            request,
            lastRequest,
            target.tls().get().handler(target.host(), target.port(), handshakeTimeout))
        : new ClearWire(loop, listener, target.request().isHead(), request, lastRequest);
  }
}
