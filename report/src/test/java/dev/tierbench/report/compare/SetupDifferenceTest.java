package dev.tierbench.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.report.RunGenerator;
import dev.tierbench.report.SuiteGenerator;
import dev.tierbench.report.folder.RunReader;
import dev.tierbench.run.Kind;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Manifest;
import dev.tierbench.run.plan.OverloadPlan;
import dev.tierbench.run.plan.RoundPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

class SetupDifferenceTest {

  @TempDir private Path temp;

  /** A path that no manifest has would find no difference, ever. */
  @ParameterizedTest
  @EnumSource
  void everyPathIsInTheManifestThatARunWrites(Kind kind) throws IOException {
    Path run =
        switch (kind) {
          case HTTP ->
              RunGenerator.inOverload(new OverloadPlan(List.of(200), 10, 30, 1), 8_000)
                  .write(temp.resolve("run"));
          case SUITE -> new SuiteGenerator().write(temp.resolve("run"));
        };
    if (kind == Kind.HTTP) {
      alternate(run, 1);
    }
    JsonNode written = RunJson.parse(Files.readString(new RunFolder(run).manifest()));
    assertThat(
            Stream.concat(
                SetupDifference.deciding(kind).stream(), SetupDifference.REPORTED.stream()))
        .allMatch(path -> !at(written, path).isMissingNode());
  }

  @Test
  void ordersThatAreDrawnAnewMakeNoOtherSetup() throws IOException {
    Path one = new RunGenerator().write(temp.resolve("one"));
    Path other = new RunGenerator().write(temp.resolve("other"));
    alternate(one, 1);
    alternate(other, 2);
    assertThat(setup(one)).isEqualTo(setup(other));
    Side a = Side.read(one.toString(), RunReader.Depth.RECORDS);
    Side b = Side.read(other.toString(), RunReader.Depth.RECORDS);
    assertThat(SetupDifference.of(a, b, SubjectPair.of(a, b))).isEmpty();
  }

  @Test
  void anotherDeadlineOrAnotherServerIsAnotherSetupOfAnOverload() throws IOException {
    OverloadPlan second = new OverloadPlan(List.of(200), 10, 30, 1);
    OverloadPlan fifth = new OverloadPlan(List.of(200), 10, 30, 0.2);
    RunGenerator alone = RunGenerator.inOverload(second, 8_000).ofOneServer();
    assertThat(
            Stream.of(
                    RunGenerator.inOverload(second, 8_000).write(temp.resolve("second")),
                    RunGenerator.inOverload(fifth, 8_000).write(temp.resolve("fifth")),
                    alone.write(temp.resolve("alone")))
                .map(SetupDifferenceTest::setup))
        .doesNotHaveDuplicates();
  }

  private static String setup(Path run) {
    try {
      return SetupDifference.setup(RunReader.read(run, RunReader.Depth.RECORDS));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Gives the windows of a run rounds, whose orders are drawn from a seed. */
  private static void alternate(Path run, long seed) throws IOException {
    Path file = new RunFolder(run).manifest();
    Manifest manifest = RunJson.read(file, Manifest.class);
    HttpPlan plan = (HttpPlan) manifest.plan();
    RoundPlan rounds = new RoundPlan(2, 0.5, seed, Optional.empty());
    RunJson.write(file, manifest.withPlan(plan.withWindows(plan.windows().withRounds(rounds))));
  }

  private static JsonNode at(JsonNode node, String path) {
    JsonNode found = node;
    for (String name : path.split("\\.", -1)) {
      found = found.path(name);
    }
    return found;
  }
}
