package dev.tierbench.loadgen.http;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What each request says, the same for every request.
 *
 * @param headers extra header lines, {@code Name: value}
 */
public record Request(String method, List<String> headers, Optional<RequestBody> body) {

  /** Method of requests when none is asked for. */
  public static final String DEFAULT_METHOD = "GET";

  private static final String HEAD = "HEAD";
  private static final String TUNNEL = "CONNECT";

  /**
   * Methods that always send a {@code Content-Length}: servers may demand one even when there is no
   * body.
   */
  private static final Set<String> EXPECT_BODY = Set.of("POST", "PUT", "PATCH");

  /**
   * @throws IllegalArgumentException naming what is wrong with the method or a header
   */
  public Request {
    headers = List.copyOf(headers);
    if (!method.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")) {
      throw new IllegalArgumentException(
          "invalid method '" + method + "': expected a word such as POST");
    }
    if (method.equals(TUNNEL)) {
      throw new IllegalArgumentException("CONNECT asks for a tunnel and cannot be driven");
    }
    for (String header : headers) {
      if (!isHeader(header)) {
        throw new IllegalArgumentException("header must be 'Name: value', not '" + header + "'");
      }
    }
    if (body.isPresent()
        && (names(headers, "content-length") || names(headers, "transfer-encoding"))) {
      throw new IllegalArgumentException(
          "--body-file sets Content-Length: leave the header of the body's length out");
    }
  }

  /** Returns whether a line can be sent as a header. */
  public static boolean isHeader(String line) {
    return line.matches("[!-9;-~]+:[\\t -~]*");
  }

  /** Returns whether the method is HEAD, whose responses have no body, whatever their head says. */
  public boolean isHead() {
    return method.equals(HEAD);
  }

  /** Returns the length of the body in bytes; 0 without one. */
  public int bodyBytes() {
    return body.map(sent -> sent.bytes().length).orElse(0);
  }

  /** Returns whether a header asks the server to close the connection after its answer. */
  public boolean isClosing() {
    return headers.stream()
        .filter(line -> names(List.of(line), "connection"))
        .flatMap(line -> Stream.of(line.substring(line.indexOf(':') + 1).split(",", -1)))
        .anyMatch(option -> option.strip().equalsIgnoreCase("close"));
  }

  /** Returns the same request with the wish that the server closes the connection after it. */
  Request closing() {
    List<String> lines =
        Stream.concat(
                headers.stream().filter(line -> !names(List.of(line), "connection")),
                Stream.of("Connection: close"))
            .toList();
    return new Request(method, lines, body);
  }

  /** Returns the header lines that were asked for, and those of the body. */
  List<String> lines() {
    List<String> lines = new ArrayList<>(headers);
    body.filter(sent -> !names(headers, "content-type"))
        .ifPresent(sent -> lines.add("Content-Type: " + sent.contentType()));
    if (body.isPresent()
        || (EXPECT_BODY.contains(method)
            && !names(headers, "content-length")
            && !names(headers, "transfer-encoding"))) {
      lines.add("Content-Length: " + bodyBytes());
    }
    return lines;
  }

  /** Returns path and query of a URL as a request has them. */
  static String path(URI uri) {
    String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    return uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery();
  }

  /** Returns the bytes of the request for that URL, over HTTP/1.1. */
  public byte[] encode(URI uri, String hostAndPort) {
    StringBuilder text = new StringBuilder(method + " " + path(uri) + " HTTP/1.1\r\n");
    if (!names(headers, "host")) {
      text.append("Host: ").append(hostAndPort).append("\r\n");
    }
    lines().forEach(line -> text.append(line).append("\r\n"));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length() + 2 + bodyBytes());
    bytes.writeBytes(text.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
    body.ifPresent(sent -> bytes.writeBytes(sent.bytes()));
    return bytes.toByteArray();
  }

  private static boolean names(List<String> headers, String name) {
    return headers.stream().anyMatch(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"));
  }
}
