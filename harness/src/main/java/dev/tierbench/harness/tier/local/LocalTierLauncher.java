package dev.tierbench.harness.tier.local;

import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.harness.tier.TierLauncher;
import dev.tierbench.observer.host.child.ChildLauncher;
import java.io.IOException;
import java.nio.file.Path;

/** Tiers as processes of the sweep, which end with it. */
public record LocalTierLauncher(ChildLauncher launcher, TierCommands commands)
    implements TierLauncher {

  @Override
  public RunningTier echo(Path log) throws IOException, InterruptedException {
    return new Child(launcher.start(commands.echo(log)));
  }

  @Override
  public RunningTier server(String server, Path log) throws IOException, InterruptedException {
    return new Child(launcher.start(commands.server(server, log)));
  }
}
