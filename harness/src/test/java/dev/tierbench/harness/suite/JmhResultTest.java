package dev.tierbench.harness.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On the result that JMH 1.37 wrote for RxJava's flatMap of 1,000 items. */
class JmhResultTest {

  private static final Path REAL = Path.of("src/test/resources/jmh-1.37.json");

  @TempDir Path folder;

  @Test
  void everyIterationHasItsAllocation() throws IOException {
    JmhResult result = JmhResult.read(REAL);
    assertThat(result.allocatedPerPass()).hasSize(3).allMatch(bytes -> bytes > 100_000);
    assertThat(result.allocated(2)).contains(result.allocatedPerPass().getLast());
    assertThat(result.allocated(3)).as("the traced iteration may be missing").isEmpty();
  }

  @Test
  void collectionsOfAllIterationsAreAddedUp() throws IOException {
    assertThat(JmhResult.read(REAL).gcMillis()).contains(35L);
  }

  @Test
  void withoutACollectionTheTimeIs0AndWithoutTheProfilerItIsNotKnown() throws IOException {
    Path none =
        Files.writeString(
            folder.resolve("none.json"), json("\"gc.count\": {\"rawData\": [[0.0]]}"));
    assertThat(JmhResult.read(none)).isEqualTo(new JmhResult(java.util.List.of(), Optional.of(0L)));
    Path bare = Files.writeString(folder.resolve("bare.json"), json(""));
    assertThat(JmhResult.read(bare)).isEqualTo(JmhResult.NONE);
  }

  private static String json(String metrics) {
    return "[{\"secondaryMetrics\": {" + metrics + "}}]";
  }

  @Test
  void aForkThatFailedLeavesNoResult() throws IOException {
    assertThat(JmhResult.read(folder.resolve("missing.json"))).isEqualTo(JmhResult.NONE);
    assertThat(JmhResult.read(Files.writeString(folder.resolve("empty.json"), "[\n]")))
        .isEqualTo(JmhResult.NONE);
  }

  @Test
  void aFileThatWasCutShortIsNamed() throws IOException {
    Path cut = Files.writeString(folder.resolve("cut.json"), "[{\"secondary");
    assertThatIOException()
        .isThrownBy(() -> JmhResult.read(cut))
        .withMessageContaining("cut.json is not what JMH writes");
  }
}
