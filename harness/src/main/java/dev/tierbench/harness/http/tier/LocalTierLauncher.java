package dev.tierbench.harness.http.tier;

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

  /** The launcher ends its children itself. */
  @Override
  public void finish() {}
}
