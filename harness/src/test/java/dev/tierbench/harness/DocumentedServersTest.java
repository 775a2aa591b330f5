package dev.tierbench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages with a table of the servers have them all. */
class DocumentedServersTest {

  @ParameterizedTest
  @ValueSource(strings = {"models.md", "sweeps.md", "containers.md"})
  void aPageNamesEveryServer(String page) throws IOException {
    String text = Files.readString(Path.of("../docs", page));
    assertThat(Plans.SERVERS.byName().keySet())
        .isNotEmpty()
        .allSatisfy(server ->
            assertThat(text.contains("`" + server + "`"))
                .as("docs/%s names `%s`", page, server)
                .isTrue());
  }
}
