package dev.tierbench.harness.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.Tier;
import dev.tierbench.run.descriptor.SuiteDescriptor;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.record.TrialSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class TrialSettingsTest {

  @Test
  void everyCellAddsItsOwnAndReplacesWhatItHad(@TempDir Path folder) throws IOException {
    RunFolder.Trial trial = new RunFolder(folder).trial("01-loop");
    add(trial, 1, "{\"threads\": 1}", Optional.empty());
    add(trial, 1_000, "{\"threads\": 2}", Optional.empty());
    add(trial, 1, "{\"threads\": 3}", Optional.empty());
    TrialSettings written = RunJson.read(trial.settings(), TrialSettings.class);
    assertThat(written.schema()).isEqualTo("tierbench/settings/1");
    assertThat(written.cells().keySet())
        .containsExactly("case=range,size=1", "case=range,size=1000");
    assertThat(trial.settings()).content().doesNotContain("tiers", "request");
    assertThat(written.cells().get("case=range,size=1").path("threads").asInt()).isEqualTo(3);
  }

  private static void add(
      RunFolder.Trial trial, int size, String settings, Optional<JsonNode> database)
      throws IOException {
    CellRunner.addSettings(
        trial, SuiteDescriptor.cell("range", size), RunJson.parse(settings), database);
  }

  @Test
  void theDatabaseIsATierOfTheTrial(@TempDir Path folder) throws IOException {
    RunFolder.Trial trial = new RunFolder(folder).trial("01-virtual");
    add(trial, 1, "{\"threads\": 1}", Optional.of(RunJson.parse("{\"fsync\": \"off\"}")));
    add(trial, 2, "{\"threads\": 1}", Optional.empty());
    TrialSettings written = RunJson.read(trial.settings(), TrialSettings.class);
    assertThat(written.cells()).hasSize(2);
    assertThat(written.tier(Tier.DATABASE).orElseThrow().path("fsync").asString()).isEqualTo("off");
  }
}
