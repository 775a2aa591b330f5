package dev.tierbench.harness.tier;

import dev.tierbench.harness.preflight.Sha256;
import dev.tierbench.harness.secret.PrivateFiles;
import dev.tierbench.harness.secret.SecretValues;
import dev.tierbench.run.Workload;
import dev.tierbench.run.descriptor.RequestDescriptor;
import dev.tierbench.run.descriptor.SecretReference;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What a load generator asks for, and which answer is right.
 *
 * @param shown the target as messages and records have it, with references in place of secrets
 * @param how the rest of the request, with references too
 * @param secrets that both refer to
 * @param expected by the contract, or as the server answered first
 * @param http2Streams requests at once on each connection of HTTP/2; empty over HTTP/1.1
 */
public record WorkRequest(
    String shown,
    URI target,
    RequestDescriptor how,
    SecretValues secrets,
    Answer expected,
    Optional<Integer> http2Streams) {

  /** What echo answers, and every server that keeps the contract passes on. */
  private static final String ECHO_BODY = "echo\n";

  private static final int OK = 200;

  /** What comes before the path of a URL. */
  private static final String ORIGIN = "^[a-z]+://[^/?#]*";

  /**
   * An answer.
   *
   * @param body empty when any will do
   * @param bytes its length; empty when any will do, or the body says it
   */
  public record Answer(int status, Optional<String> body, Optional<Long> bytes) {

    /** The answer that is expected before it is known how a server answers. */
    static final Answer ANY = new Answer(OK, Optional.empty(), Optional.empty());

    /**
     * The contract's answer to a request, whose query may want another length.
     *
     * @param body of the tier that servers call
     */
    private static Answer ofContract(URI target, String body) {
      return new Answer(
          OK, Optional.of(body), new Workload(target.toString()).bytes().map(Integer::longValue));
    }
  }

  /** A request of the contract, whose answer is that of the echo tier. */
  static WorkRequest ofContract(URI target) {
    return ofContract(target, ECHO_BODY);
  }

  /**
   * A request of the contract.
   *
   * @param body what the tier answers that servers call
   */
  static WorkRequest ofContract(URI target, String body) {
    return new WorkRequest(
        target.toString(),
        target,
        RequestDescriptor.OF_CONTRACT,
        SecretValues.NONE,
        Answer.ofContract(target, body),
        Optional.empty());
  }

  /** The same over HTTP/2, with so many requests at once on each connection, if there are any. */
  WorkRequest overHttp2(Optional<Integer> streams) {
    return new WorkRequest(shown, target, how, secrets, expected, streams);
  }

  /** The header lines that go over the wire. */
  public List<String> headers() {
    return how.headers().stream().map(secrets::in).toList();
  }

  /** The body that goes over the wire, if there is one. */
  public Optional<byte[]> body() throws IOException {
    return how.body().isPresent()
        ? Optional.of(secrets.inBody(Files.readAllBytes(Path.of(how.body().get()))))
        : Optional.empty();
  }

  /** Whether the target has a secret in it. */
  public boolean hidesTarget() {
    return SecretReference.isIn(shown);
  }

  /** Whether a header has a secret in it. */
  public boolean hidesHeaders() {
    return how.headers().stream().anyMatch(SecretReference::isIn);
  }

  /**
   * What has to be alike where servers are compared by it.
   *
   * @param path with the query; the host may be another
   * @param bodySha256 empty without a body
   */
  public record Facts(
      String method, String path, List<String> headers, Optional<String> bodySha256) {}

  /** The facts as they are now, without a secret. */
  public Facts facts() throws IOException {
    Optional<String> sum =
        how.body().isPresent()
            ? Optional.of(Sha256.of(Path.of(how.body().get())))
            : Optional.empty();
    String query = target.getRawQuery() == null ? "" : "?" + target.getRawQuery();
    String path = hidesTarget() ? shown.replaceFirst(ORIGIN, "") : target.getRawPath() + query;
    return new Facts(how.methodOrDefault(), path, how.headers(), sum);
  }

  /** The options of the load generator for a request that has no secret. */
  public List<String> options() {
    if (hidesTarget() || hidesHeaders()) {
      throw new IllegalStateException("a secret needs a file to be handed over by");
    }
    List<String> headers = new ArrayList<>();
    how.headers().forEach(header -> headers.addAll(List.of("--header", header)));
    return options(how.body(), headers);
  }

  /**
   * The options of the load generator for any request; what has a secret goes by one of those
   * files.
   */
  public List<String> options(PrivateFiles files) throws IOException {
    Optional<String> body = how.body();
    if (body.isPresent()) {
      byte[] sent = body().orElseThrow();
      if (!Arrays.equals(sent, Files.readAllBytes(Path.of(body.get())))) {
        // Its name says what type it has.
        String name = "body-" + Path.of(body.get()).getFileName();
        body = Optional.of(files.write(name, sent).toString());
      }
    }
    List<String> more = new ArrayList<>();
    if (hidesTarget()) {
      more.addAll(List.of("--url-file", files.write("url", target.toString()).toString()));
    }
    if (hidesHeaders()) {
      String lines = String.join("\n", headers()) + "\n";
      more.addAll(List.of("--header-file", files.write("headers", lines).toString()));
    } else {
      how.headers().forEach(header -> more.addAll(List.of("--header", header)));
    }
    return options(body, more);
  }

  private List<String> options(Optional<String> body, List<String> more) {
    List<String> options = new ArrayList<>(List.of(shown));
    if (!how.methodOrDefault().equals(RequestDescriptor.GET)) {
      options.addAll(List.of("--method", how.methodOrDefault()));
    }
    body.ifPresent(file -> options.addAll(List.of("--body-file", file)));
    options.addAll(more);
    how.trust().ifPresent(file -> options.addAll(List.of("--trust", file)));
    if (how.insecure()) {
      options.add("--insecure");
    }
    http2Streams.ifPresent(
        streams -> options.addAll(List.of("--http2-streams", streams.toString())));
    options.addAll(List.of("--expect-status", String.valueOf(expected.status())));
    expected.body().ifPresent(text -> options.addAll(List.of("--expect-body", text)));
    expected
        .bytes()
        .ifPresent(bytes -> options.addAll(List.of("--expect-length", bytes.toString())));
    return options;
  }
}
