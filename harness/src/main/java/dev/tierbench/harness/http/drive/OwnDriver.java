package dev.tierbench.harness.http.drive;

import dev.tierbench.harness.secret.PrivateFiles;
import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.harness.tier.WorkRequest;
import dev.tierbench.harness.tier.local.Child;
import dev.tierbench.observer.host.FolderTree;
import dev.tierbench.observer.host.child.ChildLauncher;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.Load;
import dev.tierbench.run.Tier;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.record.LoadResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Drives a load by our own generator beside the harness.
 *
 * @param last receives each event after all others; empty unless somebody watches the seconds
 */
public record OwnDriver(
    ChildLauncher launcher, TierCommands commands, Optional<? extends LoadListener> last)
    implements LoadDriver {

  private static final long LEAST_SPACE = 1 << 20;

  @Override
  public LoadResult drive(StepLoad load, StepPhases phases, LoadListener listener)
      throws IOException, InterruptedException {
    Plan.Pinning pinning = commands.plan().pinning();
    return run(
        load.request(),
        load.seeds().seeded(load.load(), 1),
        phases.all(),
        load.step().path(),
        load.needed(),
        phases.turns().isPresent() ? pinning.all() : pinning.cores(Tier.LOADGEN),
        listener);
  }

  /**
   * Puts load on a tier for one phase, whose record is of no use to anybody.
   *
   * @param scratch a folder for that record, gone afterwards
   */
  public void settle(
      WorkRequest request,
      Load load,
      LoadPhase phase,
      Path scratch,
      List<RunningTier> needed,
      LoadListener listener)
      throws IOException, InterruptedException {
    StepFault.explained("cannot make " + scratch + " new", () -> FolderTree.makeEmpty(scratch));
    run(
        request,
        load,
        List.of(phase),
        scratch,
        needed,
        commands.plan().pinning().cores(Tier.LOADGEN),
        listener);
    StepFault.explained("cannot empty " + scratch, () -> FolderTree.delete(scratch));
  }

  /**
   * Runs the generator to its end, and reads what it left in the folder.
   *
   * @param cores that it starts on: all of them where its load then waits for a turn, since its
   *     compilers end sooner there, and no tier has work until then; the listener moves it to its
   *     own
   */
  private LoadResult run(
      WorkRequest request,
      Load load,
      List<LoadPhase> phases,
      Path folder,
      List<RunningTier> needed,
      Optional<CpuList> cores,
      LoadListener listener)
      throws IOException, InterruptedException {
    try (PrivateFiles files = PrivateFiles.make()) {
      List<String> options =
          commands.loadgenOptions(request.options(files), load, LoadPhase.text(phases));
      Child loadgen =
          new GeneratorProcess(
                  launcher,
                  commands
                      .loadgen(options, folder, folder.resolve(GeneratorProcess.LOG))
                      .heldTo(cores),
                  needed,
                  GeneratorProcess.limit(LoadPhase.seconds(phases)),
                  TierCommands.SOME_FAILED,
                  List.of())
              .run(withLast(listener));
      return result(loadgen, folder);
    }
  }

  private static LoadResult result(Child loadgen, Path folder)
      throws StepFault, InterruptedException {
    try {
      return RunJson.read(folder.resolve(RunFolder.LOAD), LoadResult.class);
    } catch (IOException e) {
      throw StepFault.of(
          loadgen, "loadgen left no result (" + e.getMessage() + ")" + space(folder));
    }
  }

  /** The listener, and the last one after it. */
  LoadListener withLast(LoadListener listener) {
    return (loadgen, event) -> {
      listener.on(loadgen, event);
      if (last.isPresent()) {
        last.get().on(loadgen, event);
      }
    };
  }

  private static String space(Path folder) {
    try {
      long left = Files.getFileStore(folder).getUsableSpace();
      return left < LEAST_SPACE ? "; the disk is full, " + left + " bytes left" : "";
    } catch (IOException e) {
      return "; the space left is not known: " + e.getMessage();
    }
  }
}
