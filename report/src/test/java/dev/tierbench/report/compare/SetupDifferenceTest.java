package dev.tierbench.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.report.RunGenerator;
import dev.tierbench.report.SuiteGenerator;
import dev.tierbench.run.Kind;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.OverloadPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

class SetupDifferenceTest {

  @TempDir private Path temp;

  /** A path that no manifest has would find no difference, ever. */
  @ParameterizedTest
  @EnumSource
  void everyPathIsInTheManifestThatARunWrites(Kind kind) throws IOException {
    Path run =
        switch (kind) {
          case HTTP ->
              RunGenerator.inOverload(new OverloadPlan(List.of(200), 10, 30, 1), 8_000)
                  .write(temp.resolve("run"));
          case SUITE -> new SuiteGenerator().write(temp.resolve("run"));
        };
    JsonNode written = RunJson.parse(Files.readString(new RunFolder(run).manifest()));
    assertThat(
            Stream.concat(
                SetupDifference.deciding(kind).stream(), SetupDifference.REPORTED.stream()))
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
