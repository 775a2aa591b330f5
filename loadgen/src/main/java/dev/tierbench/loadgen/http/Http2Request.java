package dev.tierbench.loadgen.http;

import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A request as HTTP/2 has it (RFC 9113, section 8.3): the same for every request of a target.
 *
 * @param headers with the pseudo-headers
 */
public record Http2Request(Http2Headers headers, Optional<RequestBody> body) {

  /** Fields that speak of the connection, which HTTP/2 forbids (RFC 9113, section 8.2.2). */
  private static final Set<String> OF_CONNECTION =
      Set.of("connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade");

  /**
   * Returns what that target is asked for.
   *
   * @throws IllegalArgumentException naming a header that HTTP/2 does not have
   */
  static Http2Request of(Target target) {
    Request request = target.request();
    Http2Headers headers =
        new DefaultHttp2Headers()
            .method(request.method())
            .scheme("http")
            .authority(target.hostAndPort())
            .path(Request.path(target.uri()));
    for (String line : request.lines()) {
      int colon = line.indexOf(':');
      String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
      String value = line.substring(colon + 1).strip();
      if (OF_CONNECTION.contains(name)) {
        throw new IllegalArgumentException(
            "HTTP/2 has no header '" + name + "': leave it or --http2-streams out");
      }
      if (name.equals("host")) {
        headers.authority(value);
      } else {
        headers.add(name, value);
      }
    }
    return new Http2Request(headers, request.body().filter(sent -> sent.bytes().length > 0));
  }
}
