package dev.tierbench.harness.http;

import dev.tierbench.harness.tier.remote.HostsFile;
import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.Tier;
import dev.tierbench.run.descriptor.HostDescriptor;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.plan.DatabasePlan;
import dev.tierbench.run.plan.HttpPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that place tiers on other hosts. */
final class HostOptions {

  @Option(
      names = "--hosts",
      paramLabel = "FILE",
      description =
          "File that says which tier runs on which other host, each a Docker context or an"
              + " SSH destination. See docs/multi-host.md. Default: all tiers on this host.")
  private Optional<Path> file = Optional.empty();

  @Option(
      names = "--context",
      split = ",",
      paramLabel = "TIER=NAME",
      description =
          "Short form of --hosts for Docker contexts over SSH, such as"
              + " server=NAME,echo=NAME. Default: none.")
  private Map<String, String> contexts = Map.of();

  /** None when all tiers are on this host. */
  List<HostDescriptor> hosts() throws IOException, InterruptedException {
    if (file.isPresent() && !contexts.isEmpty()) {
      throw new IllegalArgumentException("--hosts and --context exclude each other");
    }
    return file.isPresent()
        ? HostsFile.read(file.get())
        : contexts.isEmpty() ? List.of() : HostsFile.of(contexts);
  }

  /**
   * The plan, if its tiers reach each other where they are.
   *
   * @throws IllegalArgumentException saying what cannot be measured on several hosts
   */
  static HttpPlan checked(HttpPlan plan) {
    Optional<HostDescriptor> serverHost = plan.network().hostOf(Tier.SERVER);
    boolean remoteServer = serverHost.isPresent();
    serverHost.ifPresent(
        host -> plan.servers().forEach((name, server) -> checkServer(host, name, server)));
    int generators = plan.network().generators().size() + 1;
    if (generators > 1 && plan.generator() != GeneratorName.LOADGEN) {
      throw new IllegalArgumentException(
          "--generator " + plan.generator().id() + " drives a load alone: leave 'load' out");
    }
    if (generators > plan.fewestConnections()) {
      throw new IllegalArgumentException(
          "%s generators cannot share %s connections: leave that level out, or name fewer"
              .formatted(generators, plan.fewestConnections()));
    }
    if (generators > 1 && !remoteServer) {
      throw new IllegalArgumentException(
          "the server is on this host's loopback, where the generators of 'load' cannot reach it:"
              + " name a host for 'server'");
    }
    if (remoteServer && plan.windows().profile().isPresent()) {
      throw new IllegalArgumentException(
          "--profile: a server on another host is not profiled as yet; there, use"
              + " threads.sh PID --profile");
    }
    if (plan.database().isPresent()) {
      checkDatabase(plan, plan.database().get(), remoteServer);
    }
    if (remoteServer && plan.hasEcho() && plan.network().hostOf(Tier.ECHO).isEmpty()) {
      throw new IllegalArgumentException(
          "echo is on this host's loopback, where the server cannot reach it: name a host for"
              + " 'echo'; it may be any but the server's");
    }
    return plan;
  }

  /** A server without an image or a jar of ours needs a host that processes are started on. */
  private static void checkServer(HostDescriptor host, String name, ServerDescriptor server) {
    if (server.module().isEmpty() && host.context().isPresent()) {
      throw new IllegalArgumentException(
          "--hosts: %s is %s, which takes 'ssh' in place of 'context'"
              .formatted(
                  name,
                  server.running()
                      ? "looked for among the processes of its host"
                      : "started by its own command"));
    }
    if (server.running() && host.cpus().isPresent()) {
      throw new IllegalArgumentException(
          "--hosts: %s runs already, on the cores that it has: leave 'cpus' out".formatted(name));
    }
  }

  private static void checkDatabase(HttpPlan plan, DatabasePlan database, boolean remoteServer) {
    if (plan.network().hostOf(Tier.ECHO).isPresent()) {
      throw new IllegalArgumentException(
          "--downstream: there is no echo tier: leave 'echo' out of the hosts");
    }
    if (remoteServer && (database.url().isEmpty() || database.isOnLoopback())) {
      throw new IllegalArgumentException(
          "--downstream: the database is on this host's loopback, where the server cannot reach it:"
              + " give the address of one that it reaches, postgresql://USER@HOST:PORT/NAME");
    }
  }
}
