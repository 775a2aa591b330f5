package dev.tierbench.loadgen.wire;

import dev.tierbench.loadgen.http.Http2Request;
import io.netty.bootstrap.Bootstrap;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Connections of a load that share one TCP connection, each with a stream at a time. When that
 * connection is lost, the next one to reconnect makes another. Confined to its loop.
 */
final class Http2Streams {

  private final WireLoop loop;
  private final int streams;
  private final Http2Request request;
  private final Duration settingsTimeout;
  private Optional<Http2Link> link = Optional.empty();

  /**
   * @param streams how many connections share it
   * @param settingsTimeout within which its settings have to come
   */
  Http2Streams(WireLoop loop, int streams, Http2Request request, Duration settingsTimeout) {
    this.loop = loop;
    this.streams = streams;
    this.request = request;
    this.settingsTimeout = settingsTimeout;
  }

  /** Returns an unconnected wire. */
  Wire next(WireListener listener) {
    return new Http2Wire(listener, this);
  }

  /**
   * Adds a wire to the TCP connection that takes new streams, and makes one when there is none.
   *
   * @param done called when the wire can carry requests, or with the cause when it cannot
   */
  void join(Http2Wire wire, Bootstrap bootstrap, Consumer<Future<?>> done) {
    boolean taken = link.filter(Http2Link::takesStreams).isPresent();
    Http2Link own =
        taken ? link.orElseThrow() : new Http2Link(loop, streams, request, settingsTimeout);
    link = Optional.of(own);
    own.join(wire, done);
    if (!taken) {
      own.connect(bootstrap);
    }
  }
}
