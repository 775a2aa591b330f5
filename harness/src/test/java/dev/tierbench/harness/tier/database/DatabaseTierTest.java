package dev.tierbench.harness.tier.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.observer.host.child.ChildLauncher;
import dev.tierbench.observer.host.child.ChildProcess;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class DatabaseTierTest {

  private static final String FULL =
      "2026-01-01 12:00:00.000 UTC [7] ERROR:  could not extend file \"base/1/2\": No space left on"
          + " device\n";
  private static final String MISSING =
      "2026-01-01 12:00:00.000 UTC [7] ERROR:  relation \"tierbench_row\" does not exist\n";

  @TempDir Path folder;

  @Test
  void aFullDiskIsWhatItLacksAndAStatementThatFailsIsNot() throws Exception {
    assertThat(lack("", MISSING)).isEmpty();
    assertThat(lack("", MISSING + FULL + FULL))
        .contains("could not extend file \"base/1/2\": No space left on device");
  }

  @Test
  void whatTheServerBeforeLackedIsOver() throws Exception {
    assertThat(lack(FULL, MISSING)).isEmpty();
  }

  private Optional<String> lack(String before, String own) throws Exception {
    Path log = Files.writeString(folder.resolve("database.log"), before + own);
    ChildLauncher launcher = new ChildLauncher();
    try {
      ChildProcess any =
          launcher.start(
              ChildCommand.tool(List.of("sleep", "9"), Redirect.DISCARD, folder.resolve("none")));
      return new DatabaseTier(any, log, before.length()).lack();
    } finally {
      launcher.endAll();
    }
  }
}
