package dev.tierbench.harness.tier.local;

import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.harness.tier.TierLauncher;
import dev.tierbench.harness.tier.database.PlannedDatabase;
import dev.tierbench.observer.host.LimitedGroup;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.observer.host.child.ChildLauncher;
import dev.tierbench.run.Tier;
import dev.tierbench.run.plan.ResourceLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Tiers as processes of the sweep, which end with it.
 *
 * @param database that its servers call; empty when they call the echo tier, or none
 */
public record LocalTierLauncher(
    ChildLauncher launcher, TierCommands commands, Optional<PlannedDatabase> database)
    implements TierLauncher {

  @Override
  public RunningTier backend(Path log) throws IOException, InterruptedException {
    return database.isPresent()
        ? database.get().start(launcher, commands.plan().pinning().cores(Tier.DATABASE), log)
        : new Child(launcher.start(commands.echo(log)));
  }

  @Override
  public RunningTier server(String server, Path log) throws IOException, InterruptedException {
    if (commands.descriptor(server).running()) {
      return AdoptedServer.on(commands.plan().network().ports().get(server));
    }
    ChildCommand command = commands.server(server, log);
    Optional<ResourceLimits> limits = commands.plan().variant(server).limits();
    if (limits.isEmpty()) {
      return new Child(launcher.start(command));
    }
    LimitedGroup group = LimitedGroup.make(SystemFiles.REAL, server, limits.get());
    try {
      return new Child(
          launcher.start(command.program(group.starting(command.program()))),
          List.of(),
          Optional.of(group));
    } catch (IOException e) {
      group.close();
      throw e;
    }
  }
}
