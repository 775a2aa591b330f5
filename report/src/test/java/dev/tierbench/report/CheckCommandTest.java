package dev.tierbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.RunReader;
import dev.tierbench.report.folder.StepState;
import dev.tierbench.rules.Limits;
import dev.tierbench.rules.Rules;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.record.Checks;
import dev.tierbench.run.record.LatencySummary;
import dev.tierbench.run.record.LoadResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckCommandTest {

  @TempDir Path temp;
  private Path run;

  @BeforeEach
  void write() {
    RunGenerator generator = new RunGenerator();
    generator.trials = 1;
    run = generator.write(temp.resolve("run"));
  }

  @Test
  void theRulesAreRunAgainAndGiveValueLimitAndVerdict() {
    Programs.Ended checked = Programs.run("check", run.toString(), "--all");
    assertThat(checked.exitCode()).isZero();
    assertThat(checked.out())
        .startsWith("rules " + Limits.DEFAULT.version())
        .contains("littles_law", "8 steps:");
  }

  @Test
  void everyStepIsHeldAgainstTheFastestHostOfTheRun() {
    RunGenerator generator = new RunGenerator();
    generator.trials = 1;
    generator.hostSlowdown = level -> level == 2_600 ? 1 : 2;
    Path slow = generator.write(temp.resolve("slow"));
    Programs.Ended checked = Programs.run("check", slow.toString());
    assertThat(checked.exitCode()).isEqualTo(1);
    assertThat(checked.out().lines().filter(line -> line.contains("host_speed        FAIL")))
        .hasSize(6)
        .allMatch(line -> line.contains("100 % over the run's best"));
  }

  @Test
  void aStoredValueThatTheRawRecordsDoNotGiveIsNamedAndRefused() throws IOException {
    RunFolder.Step step = RunGenerator.step(run, 800);
    RunGenerator.edit(
        step,
        values -> {
          values.put("throughput_rps", 123_456.0);
          values.remove("latency_p99_ms");
        });
    Programs.Ended checked = Programs.run("check", run.toString());
    assertThat(checked.exitCode()).isEqualTo(1);
    assertThat(checked.out().lines())
        .anyMatch(line -> line.contains("throughput_rps") && line.contains("123456.0"))
        .anyMatch(line -> line.contains("latency_p99_ms") && line.contains("–"))
        .anyMatch(line -> line.startsWith("stored values that the raw records do not give: 2"));
    assertThat(checked.out()).contains("0 FAIL");
  }

  @Test
  void verdictsAreOnTheValuesOfTheRawRecords() throws IOException {
    RunGenerator.edit(
        RunGenerator.step(run, 800),
        values -> values.put("host_alu_ms", 10 * values.get("host_alu_ms")));
    assertThat(Programs.run("check", run.toString()).out()).contains("host_alu_ms", "0 FAIL");
  }

  @Test
  void aSummaryThatItsHistogramsDoNotGiveIsNamed() throws IOException {
    RunFolder.Step step = RunGenerator.step(run, 800);
    LoadResult load = RunJson.read(step.load(), LoadResult.class);
    List<LoadResult.Phase> phases =
        load.phases().stream()
            .map(phase ->
                phase.withServiceTimeUs(
                    new LatencySummary(
                        phase.serviceTimeUs().mean(),
                        phase.serviceTimeUs().p50(),
                        phase.serviceTimeUs().p90(),
                        phase.serviceTimeUs().p99().map(us -> us / 2),
                        phase.serviceTimeUs().p999(),
                        phase.serviceTimeUs().max())))
            .toList();
    RunJson.write(step.load(), load.withPhases(phases));
    Programs.Ended checked = Programs.run("check", run.toString());
    assertThat(checked.exitCode()).isEqualTo(1);
    assertThat(checked.out())
        .contains("p99 latency of load.json by latency.hlog", "latency_p99_ms");
  }

  @Test
  void aVerdictThatIsBetterThanItsWorstCheckIsNotBelieved() throws IOException {
    RunFolder.Step step = RunGenerator.step(run, 800);
    Checks failed = Rules.fault(Limits.DEFAULT, "the server died");
    Files.writeString(
        step.checks(),
        RunJson.toJson(failed)
            .replaceFirst("\"verdict\" *: *\"[A-Za-z]+\"", "\"verdict\": \"PASS\""));
    assertThat(Files.readString(step.checks())).contains("\"PASS\"");
    Run read = RunReader.read(run, RunReader.Depth.RECORDS);
    assertThat(read.steps().stream().filter(of -> of.state() == StepState.FAILED)).hasSize(1);
  }

  @Test
  void otherLimitsGiveOtherVerdicts() throws IOException {
    Path rules = temp.resolve("rules.json");
    Files.writeString(
        rules, "{\"version\": \"mine/7\", \"limits\": {\"echo_delay\": {\"fail\": 0.1}}}");
    Programs.Ended checked =
        Programs.run("check", run.toString(), "--rules", rules.toString(), "--all");
    assertThat(checked.exitCode()).isEqualTo(1);
    assertThat(checked.out()).startsWith("rules mine/7").contains("8 FAIL");
  }

  @Test
  void theTracedWindowIsCheckedAgainToo() {
    RunFolder.Step step = RunGenerator.step(run, 800);
    RunJson.write(step.observation(), RunGenerator.observed(7));
    Programs.Ended checked = Programs.run("check", run.toString());
    assertThat(checked.exitCode()).isEqualTo(1);
    assertThat(checked.out()).contains("7 events lost", "1 FAIL");
  }

  @Test
  void aVerdictOnTheTracedWindowOutlivesItsRecord() {
    RunFolder.Step step = RunGenerator.step(run, 800);
    RunGenerator.delete(step.observation());
    RunJson.write(
        step.checks(),
        Checks.of(
            "tierbench/rules/1",
            List.of(
                new Checks.Check(
                    "lost_events",
                    Verdict.FAIL,
                    Optional.of(3.0),
                    Optional.of(0.0),
                    "events",
                    "3 events lost"))));
    Programs.Ended checked = Programs.run("check", run.toString());
    assertThat(checked.exitCode()).isEqualTo(1);
    assertThat(checked.out()).contains("3 events lost", "1 FAIL");
  }

  @Test
  void aRecordedFaultIsCarriedOver() {
    RunFolder.Step step = RunGenerator.step(run, 800);
    RunJson.write(step.checks(), Rules.fault(Limits.DEFAULT, "the server died"));
    Programs.Ended checked = Programs.run("check", run.toString());
    assertThat(checked.exitCode()).isEqualTo(1);
    assertThat(checked.out()).contains("the server died", "1 FAIL");
  }

  @Test
  void thePrintedRulesGiveTheSameVerdicts() throws IOException {
    Path rules = temp.resolve("rules.json");
    Files.writeString(rules, Programs.run("check", run.toString(), "--print-rules").out());
    assertThat(Programs.run("check", run.toString(), "--rules", rules.toString()).out())
        .isEqualTo(Programs.run("check", run.toString()).out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | 'version' is missing",
        "{\"version\": \"x\"} | 'limits' is missing",
        "{\"version\": \"x\", \"limits\": {\"speed\": {\"warn\": 1}}} | unknown rule 'speed'",
        "{\"version\": \"x\", \"limits\": {\"steal\": {\"warn\": \"much\"}}} | invalid warn of 'steal'",
        "[ | expected fields",
        "{\"version\": } | rules.json:1: cannot be read from here on",
        "{\"version\": \"x\", \"version\": \"y\"} | the field 'version' is given twice",
        "`` | is empty: expected fields"
      },
      quoteCharacter = '`')
  void rulesThatCannotBeReadAreAUsageError(String text, String message) throws IOException {
    Path rules = Files.writeString(temp.resolve("rules.json"), text);
    Programs.Ended checked = Programs.run("check", run.toString(), "--rules", rules.toString());
    assertThat(checked.exitCode()).isEqualTo(2);
    assertThat(checked.err())
        .contains("rules.json", message)
        .doesNotContain("java", "jackson", "Exception", "JsonNode");
    assertThat(checked.err().strip()).doesNotContain("\n");
  }

  @Test
  void aFolderOfRulesIsRefused() {
    Programs.Ended checked = Programs.run("check", run.toString(), "--rules", temp.toString());
    assertThat(checked.exitCode()).isEqualTo(2);
    assertThat(checked.err()).contains(temp.toString(), "is a folder: expected a file");
  }
}
