package dev.tierbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.Parameters;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.OverloadPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Compares servers that did not recover from an overload in every trial. */
class OverloadCompareTest {

  private static final String RECOVERY = "recovery_s";
  private static final String METRIC = "--metric=" + RECOVERY;
  private static final String TITLE = "time until latency and answers are those of before, s";

  @TempDir private Path temp;

  /** The server of a run whose first trials recovered after so many seconds, and no others. */
  private String recovered(String name, int trials, double... seconds) throws IOException {
    RunGenerator generator =
        RunGenerator.inOverload(new OverloadPlan(List.of(200), 5, 30, 1), 16_000);
    generator.levels = List.of();
    generator.trials = trials;
    Path run = generator.write(temp.resolve(name));
    List<RunFolder.Trial> ofTomcat = ofTomcat(run);
    assertThat(ofTomcat).hasSize(trials);
    for (int i = 0; i < trials; i++) {
      int trial = i;
      RunGenerator.edit(
          ofTomcat.get(i).step(Parameters.overload(200)),
          values -> {
            values.remove(RECOVERY);
            if (trial < seconds.length) {
              values.put(RECOVERY, seconds[trial]);
            }
          });
    }
    return run + ":tomcat";
  }

  private static List<RunFolder.Trial> ofTomcat(Path run) throws IOException {
    RunFolder folder = new RunFolder(run);
    try (Stream<Path> trials = Files.list(folder.trials())) {
      return trials
          .map(path -> path.getFileName().toString())
          .filter(name -> name.endsWith(RunGenerator.TOMCAT))
          .map(folder::trial)
          .toList();
    }
  }

  private static JsonNode row(String a, String b) {
    List<JsonNode> rows = Programs.compared(a, b, METRIC);
    assertThat(rows).hasSize(1);
    return rows.getFirst();
  }

  private static Programs.Ended gate(String a, String b, String failOn) {
    return Programs.run("compare", a, b, METRIC, "--fail-on", failOn);
  }

  @Test
  void trialsThatDidNotRecoverAreNotLeftOutOfTheVerdict() throws IOException {
    String a = recovered("a", 4, 5, 5, 5, 5);
    String b = recovered("b", 4, 5, 5);
    JsonNode row = row(a, b);
    assertThat(row.path("finding").asString()).isEqualTo("inconclusive");
    assertThat(row.path("overruled").asString()).isEqualTo("equivalent");
    assertThat(row.path("reason").asString())
        .isEqualTo("A has a value in 4 of 4 valid trials, B has a value in 2 of 4 valid trials");
    assertThat(row.path("ratio").isNumber()).isFalse();
    assertThat(row.path("ratio_low").isNumber()).isFalse();
    assertThat(gate(a, b, "worse").exitCode()).isZero();
    assertThat(gate(a, b, "undecided").exitCode()).isEqualTo(5);
    assertThat(Programs.run("compare", a, b, METRIC, "--format", "short").out())
        .contains("undecided: " + TITLE + " at 200 %: no interval (A has a value in 4 of 4");
  }

  @Test
  void trialsThatAllRecoveredAreComparedByTheirTimes() throws IOException {
    String a = recovered("a", 4, 5, 5, 5, 5);
    assertThat(row(a, recovered("b", 4, 5, 5, 5, 5)).path("finding").asString())
        .isEqualTo("equivalent");
  }

  @Test
  void aServerThatNeverRecoveredIsNoPass() throws IOException {
    String a = recovered("a", 3, 3, 3, 3);
    String b = recovered("b", 3);
    String counts = "A has a value in 3 of 3 valid trials, B has a value in 0 of 3 valid trials";
    assertThat(row(a, b).path("finding").asString()).isEqualTo("inconclusive");
    Path junit = temp.resolve("junit.xml");
    Programs.Ended gate =
        Programs.run("compare", a, b, METRIC, "--fail-on", "worse", "--junit", junit.toString());
    assertThat(gate.exitCode()).isEqualTo(3);
    assertThat(gate.err())
        .contains("values lost: tomcat-platform at 200 %, " + TITLE + ": " + counts);
    assertThat(gate.out())
        .contains("Values lost", "inconclusive (" + counts + ")")
        .doesNotContain("Trials lost", "Not compared");
    assertThat(Files.readString(junit))
        .contains("has values on both sides: " + TITLE, "errors=\"1\"");
    assertThat(Programs.run("compare", a, b, METRIC, "--format", "md").out())
        .contains("1 lost by B", "> - values lost: `tomcat-platform at 200 %, " + TITLE);
    JsonNode lost =
        RunJson.parse(Programs.run("compare", a, b, METRIC, "--format", "json").out())
            .path("missing_counterparts")
            .path(0);
    assertThat(lost.path("metric").asString()).isEqualTo(TITLE);
    assertThat(lost.path("lost").asBoolean()).isTrue();
  }

  @Test
  void aServerThatRecoversWhereTheOtherNeverDidIsOpenAndNotLost() throws IOException {
    String a = recovered("a", 3);
    String b = recovered("b", 3, 3, 3, 3);
    assertThat(row(a, b).path("finding").asString()).isEqualTo("inconclusive");
    assertThat(gate(a, b, "worse").exitCode()).isZero();
    assertThat(gate(a, b, "undecided").exitCode()).isEqualTo(5);
  }

  @Test
  void aServerThatIsWorseWhereItRecoveredAtAllDoesNotPass() throws IOException {
    String a = recovered("a", 5, 3, 3.1, 3.2, 3.3, 3.4);
    String b = recovered("b", 5, 9, 9.1, 9.2, 9.3);
    JsonNode row = row(a, b);
    assertThat(row.path("finding").asString()).isEqualTo("inconclusive");
    assertThat(row.path("overruled").asString()).isEqualTo("worse");
    Programs.Ended gate = gate(a, b, "worse");
    assertThat(gate.exitCode()).isEqualTo(4);
    assertThat(gate.err())
        .contains("worse by the trials, but A has a value in 5 of 5", "cannot tell");
  }
}
