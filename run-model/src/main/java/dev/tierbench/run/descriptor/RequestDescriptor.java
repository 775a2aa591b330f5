package dev.tierbench.run.descriptor;

import dev.tierbench.run.Require;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The request that clients send to a server, as its {@link ServerDescriptor} says. */
public record RequestDescriptor(
    Optional<String> url,
    Optional<String> method,
    Optional<String> body,
    List<String> headers,
    Optional<String> trust,
    boolean insecure) {

  public static final String GET = "GET";

  private static final String SLEEP = "/sleep";
  private static final String TLS = "https://";
  private static final List<String> OF_THE_CLIENT =
      List.of("content-length", "expect", "transfer-encoding", "upgrade");

  /** Request to a server that keeps the contract. */
  public static final RequestDescriptor OF_CONTRACT =
      new RequestDescriptor(
          Optional.empty(), Optional.empty(), Optional.empty(), List.of(), Optional.empty(), false);

  public RequestDescriptor {
    List<String> lines = List.copyOf(headers);
    headers = lines;
    String target = url.orElse(SLEEP);
    Require.that(
        target.startsWith("/") || target.startsWith("http://") || target.startsWith(TLS),
        () ->
            "invalid url '"
                + target.replaceFirst("[?#].*", "")
                + "': expected a path such as /orders, or http://, https://");
    Require.that(
        url.isPresent() || (method.isEmpty() && body.isEmpty() && lines.isEmpty()),
        () -> "'method', 'body' and 'headers' belong to a 'url'");
    Require.that(
        lines.stream().allMatch(line -> line.matches("[!-9;-~]+:[\\t -~]*")),
        () -> "invalid header in " + names(lines) + ": expected 'Name: value'");
    Require.that(
        lines.stream()
            .map(line -> line.substring(0, line.indexOf(':')).toLowerCase(Locale.ROOT))
            .noneMatch(OF_THE_CLIENT::contains),
        () ->
            "a header of "
                + OF_THE_CLIENT
                + " in "
                + names(lines)
                + ": the client sets these itself");
    Require.that(
        target.startsWith(TLS) || (trust.isEmpty() && !insecure),
        () -> "'trust' and 'insecure' belong to an https url");
    Require.that(trust.isEmpty() || !insecure, () -> "'trust' and 'insecure' exclude each other");
  }

  /** What a message may show of headers, whose values may be secrets. */
  private static List<String> names(List<String> lines) {
    return lines.stream().map(line -> line.replaceFirst("[:\\s].*", "")).toList();
  }

  /** Whether it is another than that of the contract. */
  boolean isOwn() {
    return url.isPresent();
  }

  /** Whether it is encrypted. */
  public boolean tls() {
    return target().startsWith(TLS);
  }

  /** A path, or a whole URL with placeholders. */
  public String target() {
    return url.orElse(SLEEP);
  }

  /** The method that goes over the wire. */
  public String methodOrDefault() {
    return method.orElse(body.isPresent() ? "POST" : GET);
  }
}
