package dev.tierbench.harness.http.tier;

import dev.tierbench.harness.host.Sha256;
import dev.tierbench.run.RequestDescriptor;
import dev.tierbench.run.Workload;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a load generator asks for, and which answer is right.
 *
 * @param expected by the contract, or as the server answered first
 */
public record WorkRequest(URI target, RequestDescriptor how, Answer expected) {

  /** What echo answers, and every server that keeps the contract passes on. */
  private static final String ECHO_BODY = "echo\n";

  private static final int OK = 200;

  /**
   * An answer.
   *
   * @param body empty when any will do
   * @param bytes its length; empty when any will do, or the body says it
   */
  public record Answer(int status, Optional<String> body, Optional<Long> bytes) {

    /** Before it is known how a server answers. */
    static final Answer ANY = new Answer(OK, Optional.empty(), Optional.empty());

    /** That of the contract to a request, whose query may want another length. */
    static Answer ofContract(URI target) {
      return new Answer(
          OK,
          Optional.of(ECHO_BODY),
          new Workload(target.toString()).bytes().map(Integer::longValue));
    }
  }

  /** A request of the contract. */
  static WorkRequest ofContract(URI target) {
    return new WorkRequest(target, RequestDescriptor.OF_CONTRACT, Answer.ofContract(target));
  }

  /**
   * What has to be alike where servers are compared by it.
   *
   * @param path with the query; the host may be another
   * @param bodySha256 empty without a body
   */
  public record Facts(
      String method, String path, List<String> headers, Optional<String> bodySha256) {}

  /** As they are now. */
  public Facts facts() throws IOException {
    Optional<String> sum =
        how.body().isPresent()
            ? Optional.of(Sha256.of(Path.of(how.body().get())))
            : Optional.empty();
    String query = target.getRawQuery() == null ? "" : "?" + target.getRawQuery();
    return new Facts(how.methodOrDefault(), target.getRawPath() + query, how.headers(), sum);
  }

  /** The options of the load generator that say so. */
  List<String> options() {
    List<String> options = new ArrayList<>(List.of(target.toString()));
    if (!how.methodOrDefault().equals(RequestDescriptor.GET)) {
      options.addAll(List.of("--method", how.methodOrDefault()));
    }
    how.body().ifPresent(file -> options.addAll(List.of("--body-file", file)));
    how.headers().forEach(header -> options.addAll(List.of("--header", header)));
    how.trust().ifPresent(file -> options.addAll(List.of("--trust", file)));
    if (how.insecure()) {
      options.add("--insecure");
    }
    options.addAll(List.of("--expect-status", String.valueOf(expected.status())));
    expected.body().ifPresent(text -> options.addAll(List.of("--expect-body", text)));
    expected
        .bytes()
        .ifPresent(bytes -> options.addAll(List.of("--expect-length", bytes.toString())));
    return options;
  }
}
