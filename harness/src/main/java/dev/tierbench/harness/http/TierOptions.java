package dev.tierbench.harness.http;

import dev.tierbench.harness.run.Refusal;
import dev.tierbench.harness.run.RunOptions;
import dev.tierbench.harness.tier.container.ChangedContainers;
import dev.tierbench.harness.tier.container.ComposeProject;
import dev.tierbench.harness.tier.container.Engine;
import dev.tierbench.run.descriptor.HostDescriptor;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.plan.Manifest;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say in what the tiers run: processes, containers, other hosts. */
final class TierOptions {

  private static final String PROJECT = "COMPOSE_PROJECT_NAME";

  @Mixin private final HostOptions hostOptions = new HostOptions();

  @Option(
      names = "--tiers",
      paramLabel = "auto|local|compose",
      description =
          "local starts the tiers as processes, compose measures the containers of docker compose,"
              + " auto measures the containers when they run. Default: auto.")
  private TiersChoice tiers = TiersChoice.AUTO;

  /** The hosts that were asked for, which are those of a run that is resumed. */
  List<HostDescriptor> hosts(RunOptions runOptions, Optional<ResumedPlan> resumed)
      throws IOException, InterruptedException {
    List<HostDescriptor> hosts;
    try {
      hosts = hostOptions.hosts();
    } catch (IllegalArgumentException e) {
      throw runOptions.wrong(e.getMessage());
    }
    if (resumed.isPresent()) {
      resumed.get().requireHosts(hosts);
    }
    if (!hosts.isEmpty() && tiers == TiersChoice.COMPOSE) {
      throw runOptions.wrong(
          "--tiers compose: with --hosts the sweep starts the containers itself; leave it out");
    }
    return hosts;
  }

  /** Restores containers that an earlier sweep could not restore; a dry run changes nothing. */
  void putBack(RunOptions runOptions) throws IOException, InterruptedException {
    if (tiers != TiersChoice.LOCAL && !runOptions.isDryRun()) {
      ChangedContainers.putBack(Engine.DOCKER, System.out);
    }
  }

  /** The containers to measure; empty for processes. */
  Optional<ComposeProject> project(Map<String, ServerDescriptor> servers)
      throws IOException, InterruptedException {
    return tiers.choose(Engine.DOCKER, named(), servers);
  }

  /**
   * The containers of a run that is resumed; empty for processes.
   *
   * @throws IOException when they belong to another project than those of the run
   */
  Optional<ComposeProject> resumedProject(
      Optional<Manifest> earlier, Map<String, ServerDescriptor> servers)
      throws IOException, InterruptedException {
    Optional<String> before =
        earlier.flatMap(Manifest::containers).map(Manifest.Containers::project);
    TiersChoice choice = before.isPresent() ? TiersChoice.COMPOSE : TiersChoice.LOCAL;
    Optional<ComposeProject> found = choice.choose(Engine.DOCKER, named(), servers);
    Refusal.unlessSame(
        "project of the containers",
        before,
        found.map(ComposeProject::name),
        "name it: " + PROJECT + "=...");
    return found;
  }

  private static Optional<String> named() {
    return Optional.ofNullable(System.getenv(PROJECT));
  }
}
