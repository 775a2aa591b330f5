package dev.tierbench.harness.http;

import dev.tierbench.run.LatencyGoal;
import dev.tierbench.run.Require;
import dev.tierbench.run.delay.DelayDistribution;
import dev.tierbench.run.delay.EchoFailures;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of the echo tier. */
final class EchoOptions {

  /** The time-out of every server's client, which the contract tests. */
  private static final double PATIENCE_SECONDS = 5;

  /** Requests that fail by it, which leaves others room in the limit of {@code failed_requests}. */
  private static final double MOST_LATE_PERCENT = 0.05;

  /** Half of a percentile's tail as it is typed is not more than half by a rounding error. */
  private static final double ROUNDING = 1e-9;

  @Option(
      names = "--echo-delay",
      paramLabel = "DELAY",
      description =
          "Time that echo takes to answer: 5ms; lognormal(50ms,p99=400ms), by median and p99; or"
              + " 95%%:20ms,5%%:1s, by shares. Every server meets the same sequence. Default: 50ms.")
  private Optional<String> delay = Optional.empty();

  @Option(
      names = "--echo-failures",
      paramLabel = "SHARES",
      description =
          "Requests that echo fails on purpose: errors=1%%,resets=0.1%% answers so many with status 500"
              + " and resets the connections of so many. Default: none.")
  private Optional<String> failures = Optional.empty();

  /**
   * The failures of a plan; empty when there are none.
   *
   * @param asksEcho whether its servers call an echo tier
   * @param goal that a search of rates has to keep
   * @param calls of echo that a request makes
   * @throws IllegalArgumentException saying what is wrong with them
   */
  Optional<EchoFailures> failures(boolean asksEcho, Optional<LatencyGoal> goal, int calls) {
    if (failures.isPresent() && !asksEcho) {
      throw new IllegalArgumentException(
          "--echo-failures: servers without a contract call no echo");
    }
    try {
      Optional<EchoFailures> parsed = failures.map(EchoFailures::parse).filter(EchoFailures::any);
      parsed.ifPresent(of -> goal.ifPresent(kept -> requireAnswers(of, kept, calls)));
      return parsed;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--echo-failures: " + e.getMessage(), e);
    }
  }

  /**
   * A percentile is not known where as many requests fail as are beyond it: half as many may fail
   * on purpose, so that chance does not decide.
   */
  private static void requireAnswers(EchoFailures failures, LatencyGoal goal, int calls) {
    double answered = Math.pow(1 - failures.errors() - failures.resets(), calls);
    double beyond = 100 - goal.percent();
    Require.that(
        100 * (1 - answered) <= beyond / 2 * (1 + ROUNDING),
        () ->
            String.format(
                Locale.ROOT,
                "%.3g %% of all requests would fail, and beyond the %s of --find-max are %.3g %%:"
                    + " fail at most half of these, or name a lower percentile",
                100 * (1 - answered),
                goal.percentile(),
                beyond));
  }

  /**
   * The delay of a plan; empty for the standard one.
   *
   * @param asksEcho whether its servers call an echo tier
   * @param calls of echo that a request makes
   * @throws IllegalArgumentException saying what is wrong with it
   */
  Optional<DelayDistribution> delay(boolean asksEcho, int calls) {
    if (delay.isPresent() && !asksEcho) {
      throw new IllegalArgumentException("--echo-delay: servers without a contract call no echo");
    }
    Optional<DelayDistribution> parsed = delay.map(EchoOptions::parsed);
    parsed
        .map(asked -> asked.cumulative(Math.nextDown(PATIENCE_SECONDS)))
        .map(inTime -> 100 * (1 - Math.pow(inTime, calls)))
        .filter(late -> late > MOST_LATE_PERCENT)
        .ifPresent(late -> {
          throw new IllegalArgumentException(
              "--echo-delay: the servers give up on an answer of echo after %.0f s (echo.timeout), and"
                      .formatted(PATIENCE_SECONDS)
                  + " %.3g %% of the requests meet one: expected at most %.3g %%"
                      .formatted(late, MOST_LATE_PERCENT));
        });
    return parsed;
  }

  boolean isGiven() {
    return delay.isPresent() || failures.isPresent();
  }

  private static DelayDistribution parsed(String text) {
    try {
      return DelayDistribution.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--echo-delay: " + e.getMessage(), e);
    }
  }
}
