package dev.tierbench.harness.tier.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.preflight.SweepId;
import dev.tierbench.harness.tier.container.ChangedContainers.Before;
import dev.tierbench.run.file.RunJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class ChangedContainersTest {

  /**
   * An engine that says what is in the file {@code problem}, and carries everything out without.
   */
  private static final String SCRIPT =
      """
      #!/bin/sh
      cd "$(dirname "$0")" || exit 1
      if [ -e problem ]; then cat problem >&2; exit 1; fi
      echo "$*" >>calls
      """;

  @TempDir Path folder;
  private Path problem;
  private Path written;
  private Engine engine;

  @BeforeEach
  void aSweepThatWasKilledHadChangedAContainer() throws IOException {
    problem = folder.resolve("problem");
    Path program = Files.writeString(folder.resolve("docker"), SCRIPT);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    engine = new Engine(program.toString());
    SweepId own = SweepId.own();
    SweepId gone = new SweepId(own.host(), own.pid(), own.startTicks() + 1);
    written = folder.resolve("state/gone.json");
    RunJson.write(
        written,
        new ChangedContainers(
            "tierbench/containers/1",
            gone.toString(),
            List.of(new Before("id", "p_tomcat_1", "0-1", Optional.of(1.0), true))));
  }

  private String putBack() throws IOException, InterruptedException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(text, true, StandardCharsets.UTF_8)) {
      ChangedContainers.putBack(written.getParent(), engine, out);
    }
    return text.toString(StandardCharsets.UTF_8);
  }

  @Test
  void whatAnEngineDidNotPutBackIsTriedAgainByTheNextSweep() throws Exception {
    Files.writeString(problem, "Cannot connect to the Docker daemon");
    assertThat(putBack()).contains("p_tomcat_1 was not put back", "Cannot connect");
    assertThat(written).exists();
    Files.delete(problem);
    assertThat(putBack()).doesNotContain("not put back");
    assertThat(Files.readAllLines(folder.resolve("calls")))
        .containsExactly("update --cpuset-cpus 0-1 id", "start id");
    assertThat(written).doesNotExist();
  }

  @Test
  void aContainerThatIsGoneIsForgotten() throws Exception {
    Files.writeString(problem, "Error: No such container: id");
    assertThat(putBack()).doesNotContain("not put back");
    assertThat(written).doesNotExist();
  }
}
