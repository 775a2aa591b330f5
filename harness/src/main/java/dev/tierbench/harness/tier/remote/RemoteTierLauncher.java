package dev.tierbench.harness.tier.remote;

import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.harness.tier.ServerCommand;
import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.harness.tier.TierLauncher;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.observer.host.child.ChildLauncher;
import dev.tierbench.observer.host.child.ChildProcess;
import dev.tierbench.run.Tier;
import dev.tierbench.run.descriptor.ServerDescriptor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** Tiers on the hosts of a plan; those that have none are started by another launcher. */
public final class RemoteTierLauncher implements TierLauncher {

  private static final long LONGEST_START_SECONDS = 40;
  private static final long POLL_MILLIS = 100;

  private final TierCommands commands;
  private final RemoteHosts hosts;
  private final ChildLauncher processes;
  private final TierLauncher here;
  private final List<RemoteTier> started = new ArrayList<>();

  public RemoteTierLauncher(
      TierCommands commands, RemoteHosts hosts, ChildLauncher processes, TierLauncher here) {
    this.commands = commands;
    this.hosts = hosts;
    this.processes = processes;
    this.here = here;
  }

  @Override
  public RunningTier backend(Path log) throws IOException, InterruptedException {
    Optional<RemoteHost> host = hosts.of(Tier.ECHO);
    return host.isEmpty()
        ? here.backend(log)
        : start(host.get(), Optional.of(TierCommands.ECHO_MODULE), commands.echoCommand(), log);
  }

  @Override
  public RunningTier server(String server, Path log) throws IOException, InterruptedException {
    Optional<RemoteHost> host = hosts.of(Tier.SERVER);
    if (host.isEmpty()) {
      return here.server(server, log);
    }
    ServerDescriptor descriptor = commands.descriptor(server);
    return descriptor.running()
        ? AdoptedRemoteTier.on(host.get(), commands.plan().network().ports().get(server))
        : start(host.get(), descriptor.module(), commands.startCommand(server), log);
  }

  private RunningTier start(
      RemoteHost host, Optional<String> module, ServerCommand command, Path log)
      throws IOException, InterruptedException {
    host.connect();
    String token = UUID.randomUUID().toString();
    host.expect(token);
    ChildCommand child = host.transport().tier(module, command, token, log);
    ChildProcess process = processes.start(child);
    try {
      RemoteTier tier =
          new RemoteTier(
              host, process, token, awaitJvm(host, process, token), host.transport().id(token));
      started.add(tier);
      return tier;
    } catch (IOException | InterruptedException e) {
      process.kill();
      try {
        host.transport().kill(token);
      } catch (IOException left) {
        e.addSuppressed(left);
      }
      throw e;
    }
  }

  private static long awaitJvm(RemoteHost host, ChildProcess process, String token)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_START_SECONDS);
    while (true) {
      try {
        return host.jvm(token);
      } catch (IOException notYet) {
        if (!process.isAlive()) {
          throw new IOException(
              "%s did not start on %s: %s"
                  .formatted(process.name(), host.name(), String.join("; ", process.lastLines(2))),
              notYet);
        }
        if (System.nanoTime() > deadline || host.lost().isDone()) {
          throw notYet;
        }
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  @Override
  public void finish() throws InterruptedException {
    for (RemoteTier tier : started) {
      tier.end();
    }
    here.finish();
  }
}
