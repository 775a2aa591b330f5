package dev.tierbench.harness.suite;

import dev.tierbench.run.Parameters;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * What the workers of a trial found about themselves: {@code settings.json}.
 *
 * @param cells by the parameters of the cell
 */
record TrialSettings(String schema, Map<String, JsonNode> cells) {

  private static final String SCHEMA = "tierbench/settings/1";

  TrialSettings {
    cells = Collections.unmodifiableMap(new LinkedHashMap<>(cells));
  }

  /** Adds those of a cell to the file of its trial. */
  static void add(RunFolder.Trial trial, Parameters cell, JsonNode settings) throws IOException {
    Map<String, JsonNode> cells = new LinkedHashMap<>();
    if (Files.exists(trial.settings())) {
      cells.putAll(RunJson.read(trial.settings(), TrialSettings.class).cells());
    }
    cells.put(cell.text(), settings);
    RunJson.write(trial.settings(), new TrialSettings(SCHEMA, cells));
  }
}
