package dev.tierbench.report.folder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.report.RunGenerator;
import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/** A manifest is read as the record that was written, or not at all and with one line. */
class RunManifestTest {

  @TempDir Path temp;
  private Path file;
  private Path root;

  @BeforeEach
  void write() {
    root = RunGenerator.profiled().write(temp.resolve("run"));
    file = new RunFolder(root).manifest();
  }

  @Test
  void itIsTheRecordThatTheHarnessWrote() throws IOException {
    Run run = read();
    assertThat(run.readProblems()).isEmpty();
    assertThat(run.manifest().file()).contains(RunJson.read(file, Manifest.class));
    assertThat(run.manifest().json()).hasToString(RunJson.parse(Files.readString(file)).toString());
  }

  @Test
  void whatEarlierVersionsDidNotWriteHasADefault() throws IOException {
    ObjectNode manifest = (ObjectNode) RunJson.parse(Files.readString(file));
    manifest.remove(List.of("hosts", "verifications", "containers"));
    ObjectNode plan = (ObjectNode) manifest.path("plan");
    plan.remove(List.of("generator", "workload"));
    ((ObjectNode) plan.path("network")).remove("hosts");
    plan.path("servers").forEach(server -> ((ObjectNode) server).remove(List.of("mask", "trust")));
    Files.writeString(file, manifest.toString());
    Run run = read();
    assertThat(run.readProblems()).isEmpty();
    assertThat(run.manifest().generator()).isEqualTo(GeneratorName.LOADGEN.id());
    assertThat(run.manifest().otherHosts()).isEmpty();
    assertThat(run.manifest().verifications()).isEmpty();
    assertThat(run.manifest().host()).startsWith("A CPU of plain, 8 cores");
  }

  @Test
  void whatALaterVersionAddsIsPassedOver() throws IOException {
    edit(text -> text.replaceFirst("\\{", "{\"news\": {\"a\": [1]},"));
    assertThat(read().readProblems()).isEmpty();
    assertThat(read().manifest().cores()).isEqualTo(8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "\"cores\" : 8; \"cores\" : \"many\"; host.cores",
        "\"cores\" : 8,; ''; has no host.cores",
        "\"state\" : \"complete\"; \"state\" : \"asleep\"; state",
        "\"kind\" : \"http\"; \"kind\" : \"other\"; other",
        "\"port\" : 8080; \"port\" : 0; invalid port 0",
        "\"server\" : \"2-5\"; \"server\" : \"-7\"; is not a list of cores"
      })
  void aFieldThatIsNoneIsOneLineAndTheTrialsAreStillReported(
      String written, String damaged, String line) throws IOException {
    edit(text -> text.replace(written, damaged));
    Run run = read();
    assertThat(run.readProblems())
        .singleElement()
        .asString()
        .startsWith("manifest.json: ")
        .contains(line)
        .endsWith("; left out")
        .doesNotContain("\n");
    assertThat(run.manifest()).isEqualTo(RunManifest.NONE);
    assertThat(run.steps()).hasSize(24).allMatch(Step::isValid);
  }

  private Run read() throws IOException {
    return RunReader.read(root, RunReader.Depth.RECORDS);
  }

  private void edit(UnaryOperator<String> change) throws IOException {
    String before = Files.readString(file);
    String after = change.apply(before);
    assertThat(after).isNotEqualTo(before);
    Files.writeString(file, after);
  }
}
