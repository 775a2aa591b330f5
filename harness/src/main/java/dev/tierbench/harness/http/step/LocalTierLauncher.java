package dev.tierbench.harness.http.step;

import dev.tierbench.harness.http.tier.RunningTier;
import dev.tierbench.harness.http.tier.TierCommands;
import dev.tierbench.harness.http.tier.TierLauncher;
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
