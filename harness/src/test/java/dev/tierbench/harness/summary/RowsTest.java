package dev.tierbench.harness.summary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.Checks;
import dev.tierbench.run.LatencySummary;
import dev.tierbench.rules.Limits;
import dev.tierbench.run.LoadResult;
import dev.tierbench.run.Plan;
import dev.tierbench.run.SummaryRow;
import dev.tierbench.run.Tiers;
import dev.tierbench.rules.ValidityRules;
import dev.tierbench.run.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RowsTest {

  private static final Plan PLAN =
      new Plan(
          "standard",
          List.of("a", "b"),
          List.of(200, 600),
          3,
          2,
          10,
          new Plan.WarmupPlan(150, 40, 20),
          new Plan.Pinning("off", Map.of(), ""),
          "127.0.0.1",
          Map.of(),
          Map.of(),
          Optional.empty());

  private static LoadResult.Phase load(double rps, double p99) {
    LatencySummary latency =
        new LatencySummary(
            Optional.of(50_000.0),
            Optional.of(50_000.0),
            Optional.empty(),
            Optional.of(p99),
            Optional.empty(),
            Optional.of(p99));
    long ok = Math.round(rps * 10);
    return new LoadResult.Phase(
        "clean",
        "",
        10,
        ok,
        0,
        ok,
        new LoadResult.Failed(0, 0, 0, 0, 0),
        0,
        rps,
        latency,
        Optional.empty(),
        0,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        0,
        Optional.empty(),
        new LoadResult.Generator(Optional.empty(), Optional.empty(), Optional.empty(), 0, 0));
  }

  private static Tiers.Phase tiers(long serverCpuNs) {
    Tiers.Tier server =
        new Tiers.Tier(
            "server",
            "a",
            1,
            Optional.of(serverCpuNs),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            "0-3");
    return new Tiers.Phase(
        "clean",
        10_000_000_000L,
        0,
        new Tiers.Host(4, 1, 1, 0, List.of()),
        List.of(server),
        Optional.empty());
  }

  private static StepFigures step(
      int number, String server, int level, double rps, Verdict verdict) {
    Checks.Check check =
        new Checks.Check("trend", verdict, Optional.of(1.0), Optional.of(2.0), "%", "said so");
    return new StepFigures(
        new Plan.Trial(number, server),
        level,
        Checks.of("rules", List.of(check)),
        Optional.of(load(rps, rps * 10)),
        Optional.of(tiers(20_000_000_000L)),
        Optional.empty());
  }

  @Test
  void allFiguresOfALineComeFromTheMedianTrial() {
    List<StepFigures> steps =
        List.of(
            step(1, "a", 200, 3_000, Verdict.PASS),
            step(4, "a", 200, 1_000, Verdict.PASS),
            step(5, "a", 200, 2_000, Verdict.WARN));
    assertThat(Rows.of(PLAN, steps))
        .singleElement()
        .satisfies(row -> assertThat(row.trial()).isEqualTo("05-a"))
        .satisfies(row -> assertThat(row.throughputRps()).contains(2_000.0))
        .satisfies(row -> assertThat(row.p99Us()).contains(20_000.0))
        .satisfies(row -> assertThat(row.throughputMinRps()).contains(1_000.0))
        .satisfies(row -> assertThat(row.throughputMaxRps()).contains(3_000.0))
        .satisfies(row -> assertThat(row.serverCoresUsed()).contains(2.0))
        .satisfies(row -> assertThat(row.serverCoresThere()).contains(4))
        .satisfies(row -> assertThat(row.serverCpuUsPerRequest()).contains(1_000.0))
        .satisfies(row -> assertThat(row.echoCpuUsPerRequest()).isEmpty())
        .satisfies(row -> assertThat(row.validTrials()).isEqualTo(3))
        .satisfies(row -> assertThat(row.verdict()).isEqualTo(Verdict.WARN));
  }

  @Test
  void aFailedStepHasItsOwnLineAndEntersNoMedian() {
    List<StepFigures> steps =
        List.of(
            step(1, "a", 200, 3_000, Verdict.PASS),
            step(4, "a", 200, 9, Verdict.FAIL),
            step(5, "a", 200, 2_000, Verdict.PASS));
    List<SummaryRow> rows = Rows.of(PLAN, steps);
    assertThat(rows).extracting(SummaryRow::trial).containsExactly("05-a", "04-a");
    assertThat(rows.getFirst().validTrials()).isEqualTo(2);
    assertThat(rows.getFirst().throughputMinRps()).contains(2_000.0);
    assertThat(rows.getLast().verdict()).isEqualTo(Verdict.FAIL);
    assertThat(rows.getLast().reason()).contains("trend: said so");
  }

  @Test
  void linesAreOrderedByLevelAndThenByServer() {
    List<StepFigures> steps =
        List.of(
            step(1, "a", 600, 1, Verdict.PASS),
            step(2, "b", 200, 1, Verdict.PASS),
            step(1, "a", 200, 1, Verdict.PASS));
    assertThat(Rows.of(PLAN, steps))
        .extracting(row -> row.concurrency() + row.server())
        .containsExactly("200a", "200b", "600a");
  }

  @Test
  void whatWasNotMeasuredIsADashInTheTable() {
    StepFigures fault =
        new StepFigures(
            new Plan.Trial(1, "a"),
            200,
            ValidityRules.fault(Limits.DEFAULT, "echo ended"),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    List<SummaryRow> rows = Rows.of(PLAN, List.of(fault, step(2, "b", 200, 1_234, Verdict.PASS)));
    List<String> table = Table.text(rows);
    assertThat(table.get(1)).contains("–").endsWith("FAIL").doesNotContain(" 0 ");
    assertThat(table.get(2)).contains("1,234").contains("2.00 of 4").contains("1 of 3");
    assertThat(table.getFirst()).contains("p99 ms").contains("CPU us/req");
    assertThat(Table.markdown(rows))
        .hasSize(4)
        .allSatisfy(line -> assertThat(line).startsWith("|"));
    assertThat(Remarks.of(List.of(fault))).containsExactly("FAIL 01-a/0200: fault: echo ended");
  }

  @Test
  void warningsAreCountedAndTheWorstIsNamed() {
    assertThat(
            Remarks.of(
                List.of(
                    step(1, "a", 200, 1, Verdict.WARN),
                    step(1, "a", 600, 1, Verdict.PASS),
                    step(2, "b", 600, 1, Verdict.WARN))))
        .singleElement()
        .satisfies(line -> assertThat(line).startsWith("WARN trend in 2 of 3 steps"));
  }
}
