package dev.tierbench.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.report.RunGenerator;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.RunJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class SetupDifferencesTest {

  @TempDir private Path temp;

  /** A path that no manifest has would find no difference, ever. */
  @Test
  void everyPathIsInTheManifestThatARunWrites() throws IOException {
    Path manifest = new RunFolder(new RunGenerator().write(temp.resolve("run"))).manifest();
    JsonNode written = RunJson.parse(Files.readString(manifest));
    assertThat(
            Stream.concat(SetupDifferences.DECIDING.stream(), SetupDifferences.REPORTED.stream()))
        .allMatch(path -> !at(written, path).isMissingNode());
  }

  private static JsonNode at(JsonNode node, String path) {
    JsonNode found = node;
    for (String name : path.split("\\.", -1)) {
      found = found.path(name);
    }
    return found;
  }
}
