package dev.tierbench.rules;

import static dev.tierbench.rules.Rule.rule;
import static dev.tierbench.run.Units.NANOS_PER_SECOND;

import dev.tierbench.run.Tier;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.Workload;
import dev.tierbench.run.record.Checks.Check;
import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.Tiers;
import java.util.List;
import java.util.Optional;

/** The rules of a database behind the servers. */
final class DatabaseRules {

  static final List<Rule<? super MeasuredStep>> ALL =
      List.of(
          rule("database_pool", "connections", Limit.NONE)
              .meaning(
                  "connections that the database has of the server = size of the pool that the server"
                      + " states; only with a database")
              .when((step, ruling) ->
                  step.backend()
                      .filter(tier -> tier == Tier.DATABASE)
                      .map(any -> pool(step, ruling))));

  private DatabaseRules() {}

  /** Statements in flight at a boundary may or may not have been counted by then. */
  static Check handled(MeasuredStep step, CheckFactory ruling) {
    LoadResult.Phase load = step.measured();
    Workload work = step.records().load().workload();
    int statements = work.calls() * work.statementsPerCall();
    int limit = step.records().load().load().connections() * statements * load.openings();
    Optional<Tiers.Database> counted = step.tiers().database();
    if (counted.isEmpty()) {
      return ruling.unmeasured(limit, "the database did not give the count of its statements");
    }
    if (load.failed().total() > 0 && statements > 1) {
      return ruling.doesNotApply("of a request that failed, some statements were executed");
    }
    long executed = counted.get().statements();
    long difference = Math.abs(load.ok() * statements - executed);
    double late =
        load.throughputRps() * statements * counted.get().boundaryLagNs() / NANOS_PER_SECOND;
    Verdict verdict =
        difference <= limit
            ? Verdict.PASS
            : difference <= limit + late ? Verdict.WARN : Verdict.FAIL;
    return ruling.check(
        verdict,
        (double) difference,
        limit,
        "client got %d correct answers%s, the database executed %d%s",
        load.ok(),
        statements == 1 ? "" : " of " + statements + " statements each",
        executed,
        verdict == Verdict.WARN
            ? CheckFactory.text("; up to %.0f pass while its count is read", late)
            : "");
  }

  private static Check pool(MeasuredStep step, CheckFactory ruling) {
    Optional<Integer> stated = Optional.ofNullable(step.pools().get(MeasuredStep.CONNECTION_POOL));
    Optional<Integer> seen = step.tiers().database().flatMap(Tiers.Database::connections);
    if (stated.isEmpty() || seen.isEmpty()) {
      return ruling.unmeasured(
          stated.isEmpty()
              ? "the server does not state the size of its pool"
              : "the database did not give the number of its connections");
    }
    return ruling.check(
        seen.equals(stated) ? Verdict.PASS : Verdict.WARN,
        (double) seen.get(),
        (double) stated.get(),
        "the database has %d connections of the server, whose pool is %d",
        seen.get(),
        stated.get());
  }
}
