package dev.tierbench.suite.kotlin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.suite.Registry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** What {@code suites/NAME.yml} names is what the two modules of measured code have. */
class DescriptorsTest {

  private static final List<String> SUITES = List.of("executors", "sleeps", "streams", "tasks");
  private static final String SEEDED = "faulty-";

  private final Registry registry = Registry.ofClassPath();

  private static JsonNode descriptor(String suite) {
    return new YAMLMapper().readTree(Path.of("../suites", suite + ".yml"));
  }

  private static List<String> names(JsonNode map) {
    return List.copyOf(map.propertyNames());
  }

  @Test
  void everySuiteHasADescriptor() throws IOException {
    assertThat(registry.suites()).containsExactlyElementsOf(SUITES);
    try (Stream<Path> files = java.nio.file.Files.list(Path.of("../suites"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(SUITES.stream().map(name -> name + ".yml").toList());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"executors", "sleeps", "streams", "tasks"})
  void everyImplementationIsDescribedAndEveryDescribedOneIsThere(String suite) {
    assertThat(registry.implementations(suite))
        .filteredOn(name -> !name.startsWith(SEEDED))
        .containsExactlyInAnyOrderElementsOf(names(descriptor(suite).path("implementations")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"executors", "sleeps", "streams", "tasks"})
  void everyCaseIsDescribedAndEveryDescribedOneIsThere(String suite) {
    assertThat(registry.study(suite).cases())
        .containsExactlyInAnyOrderElementsOf(names(descriptor(suite).path("cases")));
  }
}
