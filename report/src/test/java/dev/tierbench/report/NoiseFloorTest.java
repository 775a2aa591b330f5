package dev.tierbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.folder.RunReader;
import dev.tierbench.report.metric.NoiseFloor;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

class NoiseFloorTest {

  private static final int LEVEL = 200;
  private static final RunReader.Depth RECORDS = RunReader.Depth.RECORDS;

  @TempDir Path temp;

  private NoiseFloor floor(double switchesOfOne, double switchesOfOther) throws IOException {
    return NoiseFloor.of(RunReader.read(run(switchesOfOne, switchesOfOther), RECORDS));
  }

  private Path run(double switchesOfOne, double switchesOfOther) throws IOException {
    RunGenerator generator = new RunGenerator();
    generator.servers = List.of(RunGenerator.TOMCAT, RunGenerator.CONTROL);
    generator.levels = List.of(LEVEL);
    generator.trials = 1;
    Path run = generator.write(temp.resolve("run"));
    switches(run, "01-" + RunGenerator.TOMCAT, switchesOfOne);
    switches(run, "02-" + RunGenerator.CONTROL, switchesOfOther);
    return run;
  }

  private static void switches(Path run, String trial, double perRequest) throws IOException {
    RunFolder.Step step = RunGenerator.step(run, trial, LEVEL);
    RunGenerator.measured(step, Metrics.SWITCHES_INVOLUNTARY, perRequest);
  }

  @Test
  void theFloorIsTheShareByWhichTwoNamesOfOneServerDiffer() throws IOException {
    assertThat(floor(0.2, 0.25).of(Metrics.SWITCHES_INVOLUNTARY).orElseThrow()).isEqualTo(0.25);
  }

  @Test
  void aServerWithoutTheContractHasAFloorThoughItTellsNoSettings() throws IOException {
    Path run = run(0.2, 0.25);
    for (String trial : List.of("01-" + RunGenerator.TOMCAT, "02-" + RunGenerator.CONTROL)) {
      Path settings = new RunFolder(run).trial(trial).settings();
      ObjectNode all = (ObjectNode) RunJson.parse(Files.readString(settings));
      ((ObjectNode) all.path("tiers")).putNull("server");
      Files.writeString(settings, all.toString());
    }
    NoiseFloor floor = NoiseFloor.of(RunReader.read(run, RECORDS));
    assertThat(floor.of(Metrics.SWITCHES_INVOLUNTARY)).contains(0.25);
  }

  /** Four switches per 1,000 requests are four times as many as one, and mean nothing. */
  @Test
  void valuesTooSmallToMatterHaveNoFloor() throws IOException {
    NoiseFloor floor = floor(0.001, 0.004);
    assertThat(floor.of(Metrics.SWITCHES_INVOLUNTARY)).isEmpty();
    assertThat(floor.of(Metrics.THROUGHPUT)).isPresent();
  }
}
