package dev.tierbench.harness.tier.local;

import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.harness.tier.TierLauncher;
import dev.tierbench.harness.tier.database.PlannedDatabase;
import dev.tierbench.observer.host.LimitedGroup;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.observer.host.child.ChildLauncher;
import dev.tierbench.run.HeldInterrupt;
import dev.tierbench.run.Tier;
import dev.tierbench.run.plan.ResourceLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Tiers as processes of the sweep, which end with it. */
public final class LocalTierLauncher implements TierLauncher {

  private final ChildLauncher launcher;
  private final TierCommands commands;
  private final Optional<PlannedDatabase> database;

  /** Servers that have a control group, which stays when only their processes are ended. */
  private final List<Child> limited = new CopyOnWriteArrayList<>();

  /**
   * A launcher that has started nothing.
   *
   * @param database that its servers call; empty when they call the echo tier, or none
   */
  public LocalTierLauncher(
      ChildLauncher launcher, TierCommands commands, Optional<PlannedDatabase> database) {
    this.launcher = launcher;
    this.commands = commands;
    this.database = database;
  }

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
      Child child =
          new Child(
              launcher.start(command.program(group.starting(command.program()))),
              List.of(),
              Optional.of(group));
      limited.add(child);
      return child;
    } catch (IOException e) {
      group.close();
      throw e;
    }
  }

  /**
   * Ends the servers that have a control group, and removes it, whoever gave them up. An interrupt
   * that is pending stays so.
   */
  @Override
  public void finish() throws InterruptedException {
    HeldInterrupt held = new HeldInterrupt();
    try {
      // The last first: earlier ones of its name had its group.
      for (Child child : limited.reversed()) {
        if (child.isAlive()) {
          child.end();
        } else { // its id may be another process's by now
          child.limitedGroup().ifPresent(LimitedGroup::close);
        }
      }
    } finally {
      held.release();
    }
  }
}
