package dev.tierbench.harness.http.drive;

import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.harness.tier.remote.HostsFile;
import dev.tierbench.harness.tier.remote.RemoteGenerator;
import dev.tierbench.harness.tier.remote.RemoteHost;
import dev.tierbench.run.Load;
import dev.tierbench.run.Tier;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.record.LoadResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Drives a step by the generator here and those of other hosts, each with a share of the
 * connections, from one instant on. What each measured stays beside what they measured together.
 */
record TeamDriver(OwnDriver own, List<RemoteHost> hosts) implements LoadDriver {

  @Override
  public LoadResult drive(StepLoad load, StepPhases phases, LoadListener listener)
      throws IOException, InterruptedException {
    RunFolder.Step step = load.step();
    Path here = step.generator(HostsFile.OWN_HOST);
    List<LoadPhase> all = phases.all();
    List<List<String>> options = options(load, all);
    List<RemoteGenerator> others = new ArrayList<>();
    try {
      for (int i = 0; i < hosts.size(); i++) {
        others.add(
            RemoteGenerator.start(
                hosts.get(i),
                own.commands().plan().common().jvmOptions().get(Tier.LOADGEN.id()),
                options.get(i + 1),
                step.generator(hosts.get(i).name()).resolve(GeneratorProcess.LOG)));
      }
      new GeneratorProcess(
              own.launcher(),
              own.commands().loadgen(options.getFirst(), here, here.resolve(GeneratorProcess.LOG)),
              load.needed(),
              GeneratorProcess.limit(LoadPhase.seconds(all)),
              TierCommands.SOME_FAILED,
              others)
          .run(own.withLast(listener));
      return merged(load.load(), step, here, others);
    } finally {
      close(others);
    }
  }

  /** Closes all of them; an interrupt meanwhile is thrown afterwards. */
  private static void close(List<RemoteGenerator> others) throws InterruptedException {
    Optional<InterruptedException> interrupt = Optional.empty();
    for (RemoteGenerator other : others) {
      try {
        other.close();
      } catch (InterruptedException e) {
        interrupt = Optional.of(e);
      }
    }
    if (interrupt.isPresent()) {
      throw interrupt.get();
    }
  }

  /** The options of each, the one here first. */
  private List<List<String>> options(StepLoad load, List<LoadPhase> phases) {
    List<Load> shares = LoadShares.of(load.load(), hosts.size() + 1);
    List<List<String>> options = new ArrayList<>();
    for (int place = 1; place <= shares.size(); place++) {
      Load share = load.seeds().seeded(shares.get(place - 1), place);
      options.add(
          own.commands()
              .loadgenOptions(load.request(), share, LoadPhase.text(phases), place, shares.size()));
    }
    return options;
  }

  private static LoadResult merged(
      Load load, RunFolder.Step step, Path here, List<RemoteGenerator> others)
      throws IOException, InterruptedException {
    List<Path> folders = new ArrayList<>(List.of(here));
    for (RemoteGenerator other : others) {
      Path folder = step.generator(other.host().name());
      other.fetch(folder);
      folders.add(folder);
    }
    MergedLoad merged = MergedLoad.read(folders);
    LoadResult result = merged.result(load);
    merged.writeLatencies(step.latency());
    RunJson.write(step.load(), result);
    return result;
  }
}
