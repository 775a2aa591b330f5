package dev.tierbench.harness.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.descriptor.SuiteDescriptor;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.record.TrialSettings;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrialSettingsTest {

  @Test
  void everyCellAddsItsOwnAndReplacesWhatItHad(@TempDir Path folder) throws IOException {
    RunFolder.Trial trial = new RunFolder(folder).trial("01-loop");
    CellRunner.addSettings(
        trial, SuiteDescriptor.cell("range", 1), RunJson.parse("{\"threads\": 1}"));
    CellRunner.addSettings(
        trial, SuiteDescriptor.cell("range", 1_000), RunJson.parse("{\"threads\": 2}"));
    CellRunner.addSettings(
        trial, SuiteDescriptor.cell("range", 1), RunJson.parse("{\"threads\": 3}"));
    TrialSettings written = RunJson.read(trial.settings(), TrialSettings.class);
    assertThat(written.schema()).isEqualTo("tierbench/settings/1");
    assertThat(written.cells().keySet())
        .containsExactly("case=range,size=1", "case=range,size=1000");
    assertThat(trial.settings()).content().doesNotContain("tiers", "request");
    assertThat(written.cells().get("case=range,size=1").path("threads").asInt()).isEqualTo(3);
  }
}
