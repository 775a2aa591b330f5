package dev.tierbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.rules.Limits;
import dev.tierbench.run.Fuzz;
import dev.tierbench.run.file.RunJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The limits of a user with damage anywhere in their file. */
@Tag("fuzz")
class LimitsFileFuzzTest {

  @TempDir private Path folder;

  @Test
  void limitsOrALine() {
    Path file = folder.resolve("limits.json");
    Fuzz.feed(
        List.of(RunJson.toJson(Limits.DEFAULT.complete()).getBytes(StandardCharsets.UTF_8)),
        IOException.class,
        input -> {
          Files.write(file, input);
          assertThat(LimitsFile.read(file).limits()).isNotNull();
        });
  }
}
