package dev.tierbench.report.folder;

import dev.tierbench.metrics.ProfileMetrics;
import dev.tierbench.report.profile.StepProfile;
import dev.tierbench.run.Profile;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.Stacks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the stacks of a step's profile. */
final class ProfileFiles {

  private final ReadProblems problems;

  ProfileFiles(ReadProblems problems) {
    this.problems = problems;
  }

  /**
   * One for each kind, also without a single sample; none without the requests to divide them by.
   */
  List<StepProfile> read(RunFolder.Step folder, Step step) {
    Optional<Double> operations = step.http().complete().flatMap(ProfileMetrics::operations);
    Optional<Profile> profile = step.http().profile();
    if (operations.isEmpty() || profile.isEmpty()) {
      return List.of();
    }
    List<StepProfile> all = new ArrayList<>();
    for (Profile.Part part : profile.get().parts()) {
      Path file = folder.stacks(part.kind());
      stacks(file)
          .ifPresent(stacks -> all.add(StepProfile.of(part.kind(), stacks, operations.get())));
    }
    return all;
  }

  private Optional<Stacks> stacks(Path file) {
    try {
      return Optional.of(Stacks.parse(new String(FileBytes.read(file), StandardCharsets.UTF_8)));
    } catch (IOException e) {
      problems.add(file, "cannot be read: " + e.getMessage());
    } catch (IllegalArgumentException e) {
      problems.add(file, e.getMessage() + "; left out");
    }
    return Optional.empty();
  }
}
