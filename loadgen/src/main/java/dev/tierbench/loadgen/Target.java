package dev.tierbench.loadgen;

import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * What is requested: the address and the request's bytes, the same for every request.
 *
 * @param headers extra header lines, {@code Name: value}
 */
record Target(URI uri, List<String> headers) {

  private static final int DEFAULT_PORT = 80;

  Target {
    headers = List.copyOf(headers);
  }

  /**
   * @throws IllegalArgumentException naming what is wrong with the URL or a header
   */
  static Target parse(String url, List<String> headers) {
    URI uri;
    try {
      uri = new URI(new URI(url.contains("://") ? url : "http://" + url).toASCIIString());
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("'" + url + "' is not a URL: " + e.getReason());
    }
    if (!"http".equalsIgnoreCase(uri.getScheme())) {
      throw new IllegalArgumentException(
          "only http:// can be driven, not " + uri.getScheme() + ":// (TLS would be measured too)");
    }
    if (uri.getHost() == null || uri.getPort() > 65_535 || uri.getPort() == 0) {
      throw new IllegalArgumentException("'" + url + "' names no host and port to connect to");
    }
    for (String header : headers) {
      if (!header.matches("[!-9;-~]+:[\\t -~]*")) {
        throw new IllegalArgumentException("header must be 'Name: value', not '" + header + "'");
      }
    }
    return new Target(uri, headers);
  }

  /** Looks the host up; unresolved when its name is unknown. */
  InetSocketAddress address() {
    String host = uri.getHost();
    String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    return new InetSocketAddress(bare, port());
  }

  String hostAndPort() {
    return uri.getHost() + ":" + port();
  }

  private int port() {
    return uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort();
  }

  byte[] request() {
    String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    StringBuilder text = new StringBuilder("GET " + path + query + " HTTP/1.1\r\n");
    if (headers.stream().noneMatch(line -> line.toLowerCase(Locale.ROOT).startsWith("host:"))) {
      text.append("Host: ").append(hostAndPort()).append("\r\n");
    }
    headers.forEach(line -> text.append(line).append("\r\n"));
    return text.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII);
  }
}
