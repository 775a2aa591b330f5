package dev.tierbench.loadgen.http;

import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What is requested, and how it is reached.
 *
 * @param shown the URL as reports and results have it
 * @param tls of an https URL
 * @param requestsPerConnection after which a connection is replaced; empty when each carries as
 *     many as it lives
 * @param http2Streams requests that an HTTP/2 connection carries at once; empty over HTTP/1.1
 */
public record Target(
    String shown,
    URI uri,
    Request request,
    Optional<ClientTls> tls,
    Optional<Integer> requestsPerConnection,
    Optional<Integer> http2Streams) {

  private static final String HTTPS = "https";

  /**
   * Returns the target of a URL; {@code http://} is assumed when it has no scheme.
   *
   * @param trust what an https server's certificate is checked with, instead of the JDK's own
   *     authorities
   * @param insecure whether nothing is checked
   * @throws IllegalArgumentException naming what is wrong with the URL or what does not belong to
   *     it
   */
  public static Target parse(String url, Request request, Optional<Path> trust, boolean insecure) {
    URI uri = uri(url);
    return of(uri.toString(), uri, request, trust, insecure);
  }

  /**
   * Returns the target of a URL that is secret: no message quotes it.
   *
   * @param shown in its place
   */
  public static Target hidden(
      String shown, String url, Request request, Optional<Path> trust, boolean insecure) {
    URI uri;
    try {
      uri = uri(url);
    } catch (IllegalArgumentException e) {
      // Its message and its cause quote the URL.
      throw new IllegalArgumentException(
          "--url-file: expected http://HOST:PORT/PATH or https://, percent-encoded, to ask for "
              + shown);
    }
    return of(shown, uri, request, trust, insecure);
  }

  private static Target of(
      String shown, URI uri, Request request, Optional<Path> trust, boolean insecure) {
    if (HTTPS.equalsIgnoreCase(uri.getScheme())) {
      return new Target(
          shown,
          uri,
          request,
          Optional.of(ClientTls.of(trust, insecure)),
          Optional.empty(),
          Optional.empty());
    }
    if (trust.isPresent() || insecure) {
      throw new IllegalArgumentException("--trust and --insecure belong to https:// URLs");
    }
    return new Target(shown, uri, request, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /**
   * Returns the target with connections that are replaced after so many requests.
   *
   * @throws IllegalArgumentException when it is less than one
   */
  public Target withRequestsPerConnection(int requests) {
    if (requests < 1) {
      throw new IllegalArgumentException(
          "--requests-per-connection must be 1 or more, not " + requests);
    }
    return new Target(shown, uri, request, tls, Optional.of(requests), http2Streams);
  }

  /**
   * Returns the target over HTTP/2 in clear text, with so many requests at once on each connection.
   *
   * @throws IllegalArgumentException when it is less than one, with https, with connections that
   *     are replaced, or with a header that HTTP/2 does not have
   */
  public Target withHttp2Streams(int streams) {
    if (streams < 1) {
      throw new IllegalArgumentException("--http2-streams must be 1 or more, not " + streams);
    }
    if (tls.isPresent()) {
      throw new IllegalArgumentException(
          "--http2-streams is HTTP/2 in clear text: give an http:// URL");
    }
    if (requestsPerConnection.isPresent()) {
      throw new IllegalArgumentException(
          "--requests-per-connection replaces connections of HTTP/1.1: leave --http2-streams out");
    }
    Target over = new Target(shown, uri, request, tls, requestsPerConnection, Optional.of(streams));
    over.http2Request();
    return over;
  }

  private static URI uri(String url) {
    URI uri;
    try {
      uri = new URI(new URI(url.contains("://") ? url : "http://" + url).toASCIIString());
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("'" + url + "' is not a URL: " + e.getReason(), e);
    }
    if (!"http".equalsIgnoreCase(uri.getScheme()) && !HTTPS.equalsIgnoreCase(uri.getScheme())) {
      throw new IllegalArgumentException(
          "only http:// and https:// can be driven, not " + uri.getScheme() + "://");
    }
    if (uri.getHost() == null || uri.getPort() > 65_535 || uri.getPort() == 0) {
      throw new IllegalArgumentException("'" + url + "' names no host and port to connect to");
    }
    return uri;
  }

  /** Looks the host up; the address is unresolved when the name is unknown. */
  public InetSocketAddress address() {
    return new InetSocketAddress(host(), port());
  }

  /** Returns host and port as a URL has them, an IPv6 address in brackets. */
  public String hostAndPort() {
    return uri.getHost() + ":" + port();
  }

  /** Returns the name or address of the host, an IPv6 address without its brackets. */
  public String host() {
    String host = uri.getHost();
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  /** Returns the port, the default one of the scheme when the URL names none. */
  public int port() {
    if (uri.getPort() >= 0) {
      return uri.getPort();
    }
    return tls.isPresent() ? 443 : 80;
  }

  /** Returns the bytes of one request. */
  public byte[] encoded() {
    return request.encode(uri, hostAndPort());
  }

  /** Returns the request over HTTP/2. */
  public Http2Request http2Request() {
    return Http2Request.of(this);
  }

  /** Returns the bytes of the last request of a connection, which asks the server to close it. */
  public byte[] encodedLast() {
    return request.closing().encode(uri, hostAndPort());
  }
}
