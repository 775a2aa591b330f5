package dev.tierbench.suite.kotlin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.suite.Case;
import dev.tierbench.suite.Registry;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Work;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
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

  /** It has to be the first of its JVM that uses Reactor's schedulers. */
  private static final String OF_A_FRESH_PROCESS = "reactor-elastic-on-virtual";

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
        .containsExactlyInAnyOrderElementsOf(
            names(descriptor(suite).path("implementations")).stream()
                .filter(name -> !hasClassPathOfItsOwn(suite, name))
                .toList());
  }

  /** The tests of its module hold it against its description. */
  private static boolean hasClassPathOfItsOwn(String suite, String name) {
    return descriptor(suite).path("implementations").path(name).has("module");
  }

  @ParameterizedTest
  @ValueSource(strings = {"executors", "sleeps", "streams", "tasks"})
  void everyCaseIsDescribedAndEveryDescribedOneIsThere(String suite) {
    assertThat(registry.study(suite).cases())
        .containsExactlyInAnyOrderElementsOf(names(descriptor(suite).path("cases")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"executors", "sleeps"})
  void everyPoolHasTheThreadsThatItsDescriptorSays(String suite) throws Exception {
    Case studyCase = new Case(suite, registry.study(suite).cases().getFirst());
    List<String> names = new ArrayList<>(names(descriptor(suite).path("implementations")));
    names.remove(OF_A_FRESH_PROCESS);
    for (String name : names) {
      Work work = registry.factory(suite, name).open(new Settings(studyCase, 4, Map.of()));
      try {
        String described =
            descriptor(suite).path("implementations").path(name).path("threads").asString();
        assertThat(work.setup().threads()).as(suite + " " + name).isEqualTo(threads(described));
      } finally {
        work.close();
      }
    }
  }

  /** What those of the descriptors are on this host. */
  private static OptionalInt threads(String text) {
    int cores = Runtime.getRuntime().availableProcessors();
    return switch (text) {
      case "unbounded" -> OptionalInt.empty();
      case "cores" -> OptionalInt.of(cores);
      case "10 x cores" -> OptionalInt.of(10 * cores);
      case "max(64, cores)" -> OptionalInt.of(Math.max(64, cores));
      case "max(2, cores)" -> OptionalInt.of(Math.max(2, cores));
      default -> OptionalInt.of(Integer.parseInt(text));
    };
  }
}
