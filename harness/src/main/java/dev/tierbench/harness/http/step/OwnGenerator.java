package dev.tierbench.harness.http.step;

import dev.tierbench.harness.secret.PrivateFiles;
import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.harness.tier.WorkRequest;
import dev.tierbench.harness.tier.local.Child;
import dev.tierbench.observer.host.FolderTree;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.observer.host.child.ChildLauncher;
import dev.tierbench.run.Load;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.record.LoadResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Loads by our own generator beside the harness.
 *
 * @param seconds samples the tiers once a second; empty unless somebody watches
 */
record OwnGenerator(
    ChildLauncher launcher, TierCommands commands, Optional<SecondSampler> seconds) {

  private static final long LEAST_SPACE = 1 << 20;

  /** Runs it to its end, and reads what it left in the folder. */
  LoadResult load(
      WorkRequest request,
      Load model,
      List<LoadPhase> phases,
      Path folder,
      List<RunningTier> needed,
      GeneratorProcess.Listener listener)
      throws IOException, InterruptedException {
    try (PrivateFiles files = PrivateFiles.make()) {
      List<String> options =
          commands.loadgenOptions(request.options(files), model, LoadPhase.text(phases));
      return load(options, phases, folder, needed, listener);
    }
  }

  private LoadResult load(
      List<String> options,
      List<LoadPhase> phases,
      Path folder,
      List<RunningTier> needed,
      GeneratorProcess.Listener listener)
      throws IOException, InterruptedException {
    ChildCommand command = commands.loadgen(options, folder, folder.resolve(GeneratorProcess.LOG));
    Child loadgen =
        new GeneratorProcess(
                launcher,
                command,
                needed,
                GeneratorProcess.limit(LoadPhase.seconds(phases)),
                TierCommands.SOME_FAILED,
                List.of())
            .run(bySecondToo(listener));
    try {
      return RunJson.read(folder.resolve(RunFolder.LOAD), LoadResult.class);
    } catch (IOException e) {
      throw StepFault.of(
          loadgen, "loadgen left no result (" + e.getMessage() + ")" + space(folder));
    }
  }

  /** Each second is sampled after all others have received its event. */
  GeneratorProcess.Listener bySecondToo(GeneratorProcess.Listener listener) {
    return (loadgen, event) -> {
      listener.on(loadgen, event);
      if (seconds.isPresent()) {
        seconds.get().on(loadgen, event);
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

  /** Puts load on a tier until it has settled; what the generator measured is of no use. */
  void settle(
      WorkRequest request,
      Load model,
      Settling settling,
      Path scratch,
      List<RunningTier> needed,
      GeneratorProcess.Listener listener)
      throws IOException, InterruptedException {
    StepFault.explained("cannot make " + scratch + " new", () -> FolderTree.makeEmpty(scratch));
    LoadResult unused = load(request, model, List.of(settling.phase()), scratch, needed, listener);
    StepFault.explained("cannot empty " + scratch, () -> FolderTree.delete(scratch));
  }
}
