package dev.tierbench.report.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.tierbench.report.GeneratedRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The schemas in the documentation are those of the records, and run folders keep them. To rewrite
 * them: {@code mvn -pl report -am test -Dtest=SchemaFilesTest -Dtierbench.write=true}. A folder of
 * your own is held to them with {@code -Dtierbench.run=FOLDER}.
 */
class SchemaFilesTest {

  private static final Path FOLDER = Path.of("../docs/schema");
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  @TempDir Path temp;

  static Stream<String> files() {
    return RecordSchemas.FILES.keySet().stream();
  }

  private static Path document(String file) {
    return FOLDER.resolve(file + "-1.json");
  }

  @ParameterizedTest
  @MethodSource("files")
  void aSchemaIsThatOfItsRecord(String file) throws IOException {
    String schema = RecordSchemas.of(file);
    if (Boolean.getBoolean("tierbench.write")) {
      Files.createDirectories(FOLDER);
      Files.writeString(document(file), schema);
    }
    assertThat(document(file))
        .as("the schema of %s; -Dtierbench.write=true rewrites it", file)
        .content()
        .isEqualTo(schema);
  }

  /** What is wrong with the JSON files of a run folder, and how many of each kind there are. */
  private static List<String> errors(Path run, Map<String, Integer> counts) throws IOException {
    List<String> errors = new ArrayList<>();
    try (Stream<Path> all = Files.walk(run)) {
      for (Path path : all.filter(Files::isRegularFile).sorted().toList()) {
        String file = path.getFileName().toString().replace(".json", "");
        if (path.toString().endsWith(".json") && RecordSchemas.FILES.containsKey(file)) {
          counts.merge(file, 1, Integer::sum);
          errors(file, Files.readString(path)).forEach(error -> errors.add(path + ": " + error));
        }
      }
    }
    return errors;
  }

  private static List<Error> errors(String file, String json) throws IOException {
    Schema schema = REGISTRY.getSchema(Files.readString(document(file)), InputFormat.JSON);
    return schema.validate(json, InputFormat.JSON);
  }

  @Test
  void everyFileOfARunKeepsItsSchema() throws IOException {
    Map<String, Integer> counts = new TreeMap<>();
    for (Path run : GeneratedRuns.ofEachKind(temp)) {
      assertThat(errors(run, counts)).isEmpty();
    }
    String own = System.getProperty("tierbench.run", "");
    if (!own.isEmpty()) {
      assertThat(errors(Path.of(own), counts)).isEmpty();
      System.out.println("files of each kind: " + counts);
    }
    assertThat(counts).containsKeys("manifest", "load", "tiers", "work", "measurements", "checks");
  }

  @Test
  void aFileThatLacksAPartOrHasAnotherTypeIsRefused() throws IOException {
    String sound =
        """
        {"schema": "tierbench/measurements/1", "values": {"cpu_us_per_op": 93.5}, "roles": {},
         "all_threads": null}
        """;
    assertThat(errors("measurements", sound)).isEmpty();
    assertThat(errors("measurements", sound.replace("93.5", "\"fast\""))).isNotEmpty();
    assertThat(errors("measurements", sound.replace("\"roles\": {},", ""))).isNotEmpty();
  }
}
