package dev.tierbench.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.metrics.HttpMetrics;
import dev.tierbench.metrics.RoleCounts;
import dev.tierbench.run.Tier;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.record.Checks;
import dev.tierbench.run.record.Checks.Check;
import dev.tierbench.run.record.Checks.LimitedBy;
import dev.tierbench.run.record.HttpStep;
import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.Pause;
import dev.tierbench.run.record.Tiers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The sound step is 800 connections and 160,000 requests in ten seconds. */
class DatabaseRulesTest {

  private static final int OK = 160_000;
  private static final Pause SHORT = new Pause(0.06, 2);

  private static Tiers.Database database(long statements, double executingMs) {
    return new Tiers.Database(statements, executingMs, Optional.of(20), Optional.of(SHORT), 0);
  }

  private static Checks checks(Optional<Tiers.Database> database, String query, double meanMicros) {
    Tiers.Phase phase =
        Steps.tiers()
            .with(next ->
                next.echo(Optional.empty())
                    .database(database)
                    .tiers(
                        List.of(
                            Steps.tier(Tier.LOADGEN, "0-1"),
                            Steps.tier(Tier.SERVER, "2-5"),
                            Steps.tier(Tier.DATABASE, "6-7"))));
    LoadResult load =
        Steps.load(Steps.phase(OK, Steps.phase().failed(), Steps.N, meanMicros, List.of(), 1));
    HttpStep records =
        new HttpStep(
            load.withTarget("http://127.0.0.1:8080/sleep" + query),
            Steps.tiersOf(phase),
            Optional.empty(),
            Optional.empty());
    return Rules.check(
        new MeasuredStep(
            records,
            HttpMetrics.measure(records, RoleCounts.NONE),
            Optional.empty(),
            Steps.PINNED,
            Optional.of(Tier.DATABASE),
            Map.of("pool_size", 20)),
        Limits.DEFAULT);
  }

  private static Check check(String name, Checks checks) {
    return checks.checks().stream()
        .filter(check -> check.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Verdict handled(Optional<Tiers.Database> database, String query) {
    return check("handled", checks(database, query, 50_000)).verdict();
  }

  @Test
  void eachCallIsAStatementAndEachTransactionThree() {
    assertThat(handled(Optional.of(database(OK, 1)), "")).isEqualTo(Verdict.PASS);
    assertThat(handled(Optional.of(database(2 * OK, 1)), "?calls=2&query=point"))
        .isEqualTo(Verdict.PASS);
    assertThat(handled(Optional.of(database(6 * OK, 1)), "?calls=2&query=tx(3)"))
        .isEqualTo(Verdict.PASS);
    assertThat(handled(Optional.of(database(2 * OK, 1)), "?calls=2&query=tx(3)"))
        .isEqualTo(Verdict.FAIL);
  }

  @Test
  void statementsInFlightAtTheBoundariesMayBeMissing() {
    assertThat(handled(Optional.of(database(OK - Steps.N, 1)), "")).isEqualTo(Verdict.PASS);
    assertThat(handled(Optional.of(database(OK - Steps.N - 1, 1)), "")).isEqualTo(Verdict.FAIL);
  }

  @Test
  void aDatabaseThatGaveNoCountIsNotTakenForOneThatDidNothing() {
    assertThat(handled(Optional.empty(), "")).isEqualTo(Verdict.WARN);
  }

  @Test
  void aPoolOfAnotherSizeThanTheServerStatesIsFound() {
    Tiers.Database sound = database(OK, 1);
    assertThat(check("database_pool", checks(Optional.of(sound), "", 50_000)).verdict())
        .isEqualTo(Verdict.PASS);
    Tiers.Database other = new Tiers.Database(OK, 1, Optional.of(10), Optional.of(SHORT), 0);
    assertThat(check("database_pool", checks(Optional.of(other), "", 50_000)).message())
        .contains("has 10 connections of the server, whose pool is 20");
  }

  @Test
  void aDatabaseThatStoodStillIsNamed() {
    Tiers.Database stopped =
        new Tiers.Database(OK, 1, Optional.of(20), Optional.of(new Pause(1.5, 2)), 0);
    Check stall = check("stall", checks(Optional.of(stopped), "", 50_000));
    assertThat(stall.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(stall.message()).contains("the database stood still");
  }

  @Test
  void aPoolThatExecutesAllTheTimeIsTheLimit() {
    // 20 connections that execute during 9.8 of the ten seconds.
    LimitedBy limit =
        checks(Optional.of(database(OK, 20 * 9_800.0)), "", 500_000).limitedBy().orElseThrow();
    assertThat(limit.what()).isEqualTo("the connection pool");
    assertThat(limit.detail()).isEqualTo("20 of 20 connections busy on average");
  }

  @Test
  void whoOnlyWaitsForStatementsIsLimitedByTheirTime() {
    // 160,000 statements of 50 ms in ten seconds need 800 connections; the pool here has 20.
    LimitedBy limit =
        checks(Optional.of(database(OK, OK * 50.0)), "", 51_000).limitedBy().orElseThrow();
    assertThat(limit.what()).isEqualTo("the time of the statements");
  }
}
