package dev.tierbench.harness.tier;

import dev.tierbench.harness.secret.SecretValues;
import dev.tierbench.harness.secret.Secrets;
import dev.tierbench.run.Tier;
import dev.tierbench.run.descriptor.SecretReference;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.plan.HttpPlan;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/**
 * The addresses that the tiers of a plan answer at, and what they are asked for.
 *
 * @param secrets of its servers; none when requests are only printed
 */
public record TierRequests(HttpPlan plan, Secrets secrets) {

  /** Address that the echo tier answers at, without a path. */
  public URI echoUri() {
    return uri(Tier.ECHO, Tier.ECHO.id());
  }

  /** Address that the database of the plan answers at, without user and password. */
  String databaseUrl() {
    return DatabaseAccess.of(plan, "").url();
  }

  /** What a server asks the echo tier for. */
  public WorkRequest echoWork() {
    return WorkRequest.ofContract(echoUri().resolve("/echo"));
  }

  /** Address that a server is asked at, without a path. */
  public URI serverUri(String server) {
    return workUri(server).resolve("/");
  }

  /** What answers 200 when the server of that name is ready, if anything does. */
  public Optional<URI> healthUri(String server) {
    return descriptor(server)
        .healthPath()
        .map(path -> ServerCommand.filled(path, placeOf(server)))
        .map(path -> workUri(server).resolve(secretsOf(server).inUrl(path)));
  }

  /**
   * What a client asks a server for.
   *
   * @param reference what it answered first, of one that keeps no contract
   */
  public WorkRequest work(String server, Optional<WorkRequest.Answer> reference) {
    URI target = workUri(server);
    Optional<Integer> http2Streams = plan.variant(server).http2Streams();
    return descriptor(server).asksEcho()
        ? ofContract(target).overHttp2(http2Streams)
        : new WorkRequest(
            shown(server),
            target,
            descriptor(server).request(),
            secretsOf(server),
            reference.orElse(WorkRequest.Answer.ANY),
            http2Streams);
  }

  private WorkRequest ofContract(URI target) {
    return plan.database().isPresent()
        ? WorkRequest.ofContract(target, DatabaseTables.answer(target))
        : WorkRequest.ofContract(target);
  }

  /** Placeholders of a descriptor that say where the server of that name listens. */
  Map<String, String> placeOf(String server) {
    return Map.of(
        "address", plan.network().address(Tier.SERVER),
        "port", plan.network().ports().get(server).toString());
  }

  /** The secrets of the server of that name. */
  public SecretValues secretsOf(String server) {
    return secrets.of(plan.variant(server).server());
  }

  private ServerDescriptor descriptor(String server) {
    return plan.servers().get(server);
  }

  private URI uri(Tier tier, String name) {
    String address = plan.network().address(tier);
    String host = address.contains(":") ? "[" + address + "]" : address;
    return URI.create("http://" + host + ":" + plan.network().ports().get(name));
  }

  private URI workUri(String server) {
    return resolved(server, workTarget(server));
  }

  private String workTarget(String server) {
    return ServerCommand.filled(descriptor(server).request().target(), placeOf(server))
        + plan.workload().map(query -> "?" + query).orElse("");
  }

  /** A path or URL as it is asked for; the message of one that is invalid has no secret. */
  private URI resolved(String server, String stated) {
    try {
      String target = secretsOf(server).inUrl(stated);
      return target.startsWith("/") ? uri(Tier.SERVER, server).resolve(target) : URI.create(target);
    } catch (IllegalArgumentException e) {
      if (!SecretReference.isIn(stated)) {
        throw e;
      }
      throw new IllegalArgumentException("invalid url '" + stated + "'"); // the cause quotes it
    }
  }

  /** What is asked for as messages and records show it: with references in place of secrets. */
  private String shown(String server) {
    String stated = workTarget(server);
    return !SecretReference.isIn(stated)
        ? workUri(server).toString()
        : stated.startsWith("/") ? uri(Tier.SERVER, server) + stated : stated;
  }
}
