package dev.tierbench.harness.http.trial;

import dev.tierbench.harness.http.drive.LoadDriver;
import dev.tierbench.harness.http.drive.OwnDriver;
import dev.tierbench.harness.http.sample.MeasuredHosts;
import dev.tierbench.harness.http.sample.ResourceSampler;
import dev.tierbench.harness.http.window.SecondSampler;
import dev.tierbench.harness.run.Progress;
import dev.tierbench.harness.run.step.BestSpeed;
import dev.tierbench.harness.tier.Backend;
import dev.tierbench.harness.tier.EchoBackend;
import dev.tierbench.harness.tier.TierClient;
import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.harness.tier.TierLauncher;
import dev.tierbench.harness.tier.database.DatabaseBackend;
import dev.tierbench.observer.host.child.ChildLauncher;
import dev.tierbench.observer.measured.IdleServers;
import dev.tierbench.run.Tier;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.plan.HttpPlan;
import java.util.Optional;

/** Makes the benches of a sweep, which share the tier that its servers call. */
public final class BenchMaker {

  private final RunFolder folder;
  private final ChildLauncher processes;
  private final TierLauncher launcher;
  private final TierCommands commands;
  private final Optional<HostProbe> probe;
  private final Progress progress;
  private final TierClient client = new TierClient();
  private final BackendBed backend;
  private final IdleServers servers = new IdleServers();

  /**
   * A maker for the plan of those commands.
   *
   * @param database that servers call; empty when they call the echo tier, or none
   * @param probe of the host's speed; empty when the plan has none
   */
  public BenchMaker(
      RunFolder folder,
      ChildLauncher processes,
      TierLauncher launcher,
      TierCommands commands,
      Optional<DatabaseBackend> database,
      Optional<HostProbe> probe,
      Progress progress) {
    this.folder = folder;
    this.processes = processes;
    this.launcher = launcher;
    this.commands = commands;
    this.probe = probe;
    this.progress = progress;
    this.backend = bed(database);
  }

  private BackendBed bed(Optional<DatabaseBackend> database) {
    Optional<Tier> which = plan().backend();
    Optional<Backend> asked =
        database
            .<Backend>map(of -> of)
            .or(() -> which.map(any -> new EchoBackend(client, commands.requests().echoUri())));
    return new BackendBed(
        launcher,
        which,
        asked,
        which.equals(Optional.of(Tier.DATABASE)) ? folder.databaseLog() : folder.echoLog());
  }

  RunFolder folder() {
    return folder;
  }

  HttpPlan plan() {
    return commands.plan();
  }

  Optional<HostProbe> probe() {
    return probe;
  }

  Progress progress() {
    return progress;
  }

  BestSpeed best() {
    return new BestSpeed(folder, plan());
  }

  /** A bench without a server yet, whose tiers are on those hosts. */
  ServerBench bench(MeasuredHosts hosts) {
    ResourceSampler sampler = new ResourceSampler(hosts, servers);
    Optional<SecondSampler> seconds =
        progress.wantsSeconds()
            ? Optional.of(new SecondSampler(sampler, progress::second))
            : Optional.empty();
    OwnDriver own = new OwnDriver(processes, commands, seconds);
    return new ServerBench(
        folder,
        progress,
        backend,
        new TestBed(launcher, commands, client, sampler, backend, folder),
        new StepRunner(
            own,
            LoadDriver.of(own, backend.backend(), sampler),
            backend.backend(),
            sampler,
            probe,
            best()),
        seconds);
  }
}
