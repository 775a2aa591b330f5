package dev.tierbench.harness.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
  void withoutTheProfilerTheAllocationIsNotKnown() throws IOException {
    Path bare = Files.writeString(folder.resolve("bare.json"), "[{\"secondaryMetrics\": {}}]");
    assertThat(JmhResult.read(bare)).isEqualTo(JmhResult.NONE);
  }

  @Test
  void aForkThatFailedLeavesNoResult() throws IOException {
    assertThat(JmhResult.read(folder.resolve("missing.json"))).isEqualTo(JmhResult.NONE);
    assertThat(JmhResult.read(Files.writeString(folder.resolve("empty.json"), "[\n]")))
        .isEqualTo(JmhResult.NONE);
  }

  @Test
  void anAllocationThatIsNoNumberIsNamed() throws IOException {
    String text = "[{\"secondaryMetrics\": {\"gc.alloc.rate.norm\": {\"rawData\": [[1, \"x\"]]}}}]";
    Path file = Files.writeString(folder.resolve("text.json"), text);
    assertThatIOException()
        .isThrownBy(() -> JmhResult.read(file))
        .withMessageEndingWith("text.json is not what JMH writes: expected a number, found \"x\"");
  }

  @Test
  void aFileThatWasCutShortIsNamed() throws IOException {
    Path cut = Files.writeString(folder.resolve("cut.json"), "[{\"secondary");
    assertThatIOException()
        .isThrownBy(() -> JmhResult.read(cut))
        .withMessageContaining("cut.json is not what JMH writes");
  }
}
