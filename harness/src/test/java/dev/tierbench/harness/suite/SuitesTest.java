package dev.tierbench.harness.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.tierbench.harness.preflight.Descriptors;
import dev.tierbench.run.descriptor.SuiteDescriptor;
import dev.tierbench.run.record.Memory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The descriptors of this repository agree with themselves. */
class SuitesTest {

  private static SuiteDescriptor suite(String name) {
    return SuitePlans.SUITES.get(name);
  }

  @Test
  void thereAreFourStudies() {
    assertThat(SuitePlans.SUITES.keySet())
        .containsExactly("executors", "sleeps", "streams", "tasks");
  }

  @ParameterizedTest
  @ValueSource(strings = {"executors", "sleeps", "streams", "tasks"})
  void everyNameOfAPresetIsKnown(String name) {
    SuiteDescriptor suite = suite(name);
    assertThat(suite.presets()).containsOnlyKeys("quick", "standard", "full", "published");
    suite
        .presets()
        .forEach((preset, chosen) -> {
          assertThat(suite.implementations().keySet())
              .as(preset)
              .containsAll(chosen.implementations());
          assertThat(suite.cases().keySet()).as(preset).containsAll(chosen.cases());
          assertThat(chosen.sizes()).as(preset).isNotEmpty().isSorted().doesNotHaveDuplicates();
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"executors", "sleeps", "streams", "tasks"})
  void thePublishedPresetRunsWhatTheStudyHad(String name) {
    SuiteDescriptor suite = suite(name);
    List<String> had =
        suite.implementations().entrySet().stream()
            .filter(entry -> entry.getValue().published())
            .map(java.util.Map.Entry::getKey)
            .toList();
    assertThat(suite.presets().get("published").implementations())
        .containsExactlyInAnyOrderElementsOf(had);
  }

  @ParameterizedTest
  @ValueSource(strings = {"executors", "sleeps", "streams", "tasks"})
  void whatADescriptorSaysCanBeUsed(String name) {
    SuiteDescriptor suite = suite(name);
    assertThat(suite.implementations()).containsKey(suite.baseline());
    assertThat(Memory.bytes(suite.heap())).isGreaterThanOrEqualTo(1L << 30);
    assertThat(suite.defects()).isNotEmpty();
    assertThat(suite.implementations().values())
        .extracting(SuiteDescriptor.Implementation::colour)
        .doesNotHaveDuplicates()
        .allMatch(Optional::isPresent);
    suite
        .published()
        .forEach(figures -> {
          assertThat(suite.cases()).containsKey(figures.caseName());
          assertThat(suite.implementations().keySet()).containsAll(figures.values().keySet());
          assertThat(figures.values().values())
              .allSatisfy(values -> assertThat(values).hasSameSizeAs(figures.sizes()));
        });
  }

  @Test
  void anErrorInADescriptorNamesItsFile(@TempDir Path folder) throws IOException {
    String sleeps = Files.readString(Path.of("../suites/sleeps.yml"));
    Files.writeString(
        folder.resolve("sleeps.yml"), sleeps.replace("threads: cores", "threads: few"));
    assertThatIOException()
        .isThrownBy(() -> Descriptors.suites(folder))
        .withMessageContaining("sleeps.yml")
        .withMessageContaining("invalid threads 'few'");
    Files.writeString(folder.resolve("sleeps.yml"), sleeps.replace("heap:", "hep:"));
    assertThatIOException()
        .isThrownBy(() -> Descriptors.suites(folder))
        .withMessageContaining("hep");
    assertThatIOException()
        .isThrownBy(() -> Descriptors.suites(folder.resolve("missing")))
        .withMessageContaining("is missing");
  }
}
