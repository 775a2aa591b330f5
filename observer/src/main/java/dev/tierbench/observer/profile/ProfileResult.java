package dev.tierbench.observer.profile;

import dev.tierbench.run.ProfileKind;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.record.Profile;
import dev.tierbench.run.record.Stacks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** A profile with its stacks. */
public record ProfileResult(Profile profile, Map<ProfileKind, Stacks> stacks) {
  public ProfileResult {
    stacks = Map.copyOf(stacks);
  }

  /** Leaves {@code profile.json} and the stacks in a folder, as a step has them. */
  public void write(Path folder) throws IOException {
    RunJson.write(folder.resolve(RunFolder.PROFILE), profile);
    for (Map.Entry<ProfileKind, Stacks> kind : stacks.entrySet()) {
      RunJson.write(folder.resolve(RunFolder.stacksName(kind.getKey())), kind.getValue().text());
    }
  }
}
