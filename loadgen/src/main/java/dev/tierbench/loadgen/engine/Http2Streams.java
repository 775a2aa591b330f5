package dev.tierbench.loadgen.engine;

import dev.tierbench.loadgen.http.Http2Request;
import io.netty.bootstrap.Bootstrap;
import java.util.Optional;

/**
 * Connections of a load that share one TCP connection, each with a stream at a time. When that
 * connection is lost, the next one to reconnect makes another. Confined to its loop.
 */
final class Http2Streams {

  private final Loop loop;
  private final int streams;
  private final Http2Request request;
  private Optional<Http2Link> link = Optional.empty();

  /**
   * @param streams how many connections share it
   */
  Http2Streams(Loop loop, int streams, Http2Request request) {
    this.loop = loop;
    this.streams = streams;
    this.request = request;
  }

  /** Returns an unconnected wire. */
  Wire next(Connection connection) {
    return new Http2Wire(connection, this);
  }

  /** The TCP connection that takes new streams; made, and connecting, when there is none. */
  Http2Link link(Bootstrap bootstrap) {
    if (link.filter(Http2Link::takesStreams).isEmpty()) {
      Http2Link made = new Http2Link(loop, streams, request);
      link = Optional.of(made);
      made.connect(bootstrap);
    }
    return link.orElseThrow();
  }
}
