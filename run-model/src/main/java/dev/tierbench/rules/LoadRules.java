package dev.tierbench.rules;

import static dev.tierbench.rules.Rule.rule;
import static dev.tierbench.run.Units.MICROS_PER_SECOND;

import dev.tierbench.rules.trend.Collapse;
import dev.tierbench.rules.trend.Throughputs;
import dev.tierbench.rules.trend.Trend;
import dev.tierbench.run.Load;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.record.Checks.Check;
import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.Tiers;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The rules that need the load result only. */
final class LoadRules {

  /** Rule of every kind of run. */
  static final Rule<MeasuredWindow> TREND =
      rule("trend", "%", new Limit(2, 20))
          .meaning(
              "how much throughput rises or falls over the window; FAIL when scatter does not explain it, and"
                  + " of a step inside it from twice that limit on, of a step of one second from three times")
          .on(MeasuredWindow::throughputs, LoadRules::trend);

  static final List<Rule<? super MeasuredStep>> ALL =
      List.of(
          rule("accounting", "in flight", Limit.NONE)
              .meaning(
                  "started = ok + failed + in flight, and no more in flight than connections, in each window")
              .always(LoadRules::accounting),
          rule("failed_requests", "%", new Limit(0, 0.1))
              .meaning(
                  "failed requests of those that ended, without as many as echo failed on purpose; one is"
                      + " worth a look")
              .always(LoadRules::failedRequests),
          rule("connections", "established", Limit.NONE)
              .meaning("every connection established; none reconnected")
              .always((step, ruling) -> connections(step.records().load(), ruling)),
          rule("littles_law", "%", Limit.fail(2))
              .meaning("closed model: |N - throughput x mean service time| / N")
              .when((step, ruling) ->
                  step.records().load().load() instanceof Load.Closed closed
                      ? Optional.of(littlesLaw(closed.concurrency(), step, ruling))
                      : Optional.empty()),
          rule("rate_ratio", "%", Limit.fail(99))
              .meaning("open model: at least this share of the requests that were due was sent")
              .when((step, ruling) ->
                  step.records().load().load() instanceof Load.Open open
                      ? Optional.of(rateRatio(open, step, ruling))
                      : Optional.empty()),
          TREND,
          rule("samples", "requests", Limit.warn(1_000))
              .meaning("at least so many correct answers, to state p99")
              .always((step, ruling) -> samples(step.measured(), ruling)));

  private LoadRules() {}

  /** The record itself refuses to hold a phase whose counts do not add up. */
  private static Check accounting(MeasuredStep step, CheckFactory ruling) {
    LoadResult.Phase phase = step.measured();
    int atOnce = step.records().load().load().connections();
    int connections = atOnce * phase.openings();
    if (phase.started().isEmpty() || phase.inFlightAtEnd().isEmpty()) {
      return ruling.unmeasured(
          connections, "the generator does not report which requests were in flight");
    }
    long inFlight = phase.inFlightAtEnd().get();
    return ruling.check(
        isInFlight(phase, connections) && windowsAreInFlight(phase, atOnce)
            ? Verdict.PASS
            : Verdict.FAIL,
        (double) inFlight,
        connections,
        "started %d = ok %d + failed %d + in flight %d",
        phase.started().get(),
        phase.ok(),
        phase.failed().total(),
        inFlight);
  }

  private static boolean windowsAreInFlight(LoadResult.Phase phase, int connections) {
    return phase.windows().stream().allMatch(window -> isInFlight(window, connections));
  }

  /** Whether no more requests than connections were in flight, nor less than none. */
  private static boolean isInFlight(LoadResult.Phase phase, int connections) {
    return phase.inFlightAtEnd().filter(count -> count >= 0 && count <= connections).isPresent();
  }

  private static Check failedRequests(MeasuredStep step, CheckFactory ruling) {
    List<LoadResult.Failure> failures = step.records().load().failuresOfRequests();
    boolean none = step.measured().failed().total() == 0 || failures.isEmpty();
    long onPurpose =
        step.records()
            .tiers(PhaseName.MEASURE)
            .flatMap(Tiers.Phase::echo)
            .map(Tiers.Echo::failed)
            .orElse(0L);
    return failedRequestsOf(
        step.measured(),
        onPurpose,
        ruling,
        (onPurpose == 0 ? "" : "; echo failed %d on purpose".formatted(onPurpose))
            + (none ? "" : "; in the whole step" + reasons(failures)));
  }

  /**
   * Failed requests of a phase over those that ended in it.
   *
   * @param onPurpose failures of echo, each of which may fail one request
   * @param reasons to end the message with
   */
  static Check failedRequestsOf(
      LoadResult.Phase phase, long onPurpose, CheckFactory ruling, String reasons) {
    long failed = phase.failed().total();
    long ended = phase.ok() + failed;
    if (ended == 0) {
      return ruling.failed("no request ended inside the window");
    }
    return failed == 0 && phase.failed().status().isEmpty()
        ? ruling.unmeasured(
            "0 of %d requests failed, but the generator could not tell the status of answers",
            ended)
        : ruling.upTo(
            100.0 * Math.max(0, failed - onPurpose) / ended,
            "%d of %d requests failed%s",
            failed,
            ended,
            reasons);
  }

  private static String reasons(List<LoadResult.Failure> failures) {
    return failures.stream()
        .map(failure -> failure.count() + " x " + failure.reason())
        .collect(Collectors.joining("; ", ": ", ""));
  }

  private static Check connections(LoadResult load, CheckFactory ruling) {
    LoadResult.Connections connections = load.connections();
    if (connections.established().isEmpty() || connections.reconnects().isEmpty()) {
      return ruling.unmeasured(
          connections.requested(), "the generator does not report its connections");
    }
    int established = connections.established().get();
    long reconnects = connections.reconnects().get();
    boolean all = established == connections.requested();
    return ruling.check(
        !all ? Verdict.FAIL : reconnects > 0 ? Verdict.WARN : Verdict.PASS,
        established,
        connections.requested(),
        "%d of %d connections established, %d reconnected%s",
        established,
        connections.requested(),
        reconnects,
        load.idleLosses().isEmpty() ? "" : "; idle ones lost" + reasons(load.idleLosses()));
  }

  private static Check rateRatio(Load.Open open, MeasuredStep step, CheckFactory ruling) {
    LoadResult.Phase phase = step.measured();
    if (step.records().load().ranInsideWindow()) {
      return answeredRatio(open, phase, ruling);
    }
    if (phase.rateRatio().isEmpty()) {
      return ruling.failed("no request was due inside the window");
    }
    double percent = 100 * phase.rateRatio().get();
    return ruling.atLeast(
        percent,
        "%.2f %% of the requests due at %s/s were sent, %d still waited at the end",
        percent,
        open.rateRps(),
        phase.unsent().orElse(0L));
  }

  /**
   * A generator that does not report what was due: at least what was answered was sent, and what it
   * reports as in flight; where it does not, at most a request on each connection.
   */
  private static Check answeredRatio(Load.Open open, LoadResult.Phase phase, CheckFactory ruling) {
    double due = open.rateRps() * phase.seconds();
    long answered = phase.ok() + phase.failed().total();
    double least = 100 * (answered + phase.inFlightAtEnd().orElse(0L)) / due;
    double most = 100 * (answered + phase.inFlightAtEnd().orElse((long) open.connections())) / due;
    String message =
        CheckFactory.text(
            "between %.2f and %.2f %% of the requests due at %s/s were sent",
            least, most, open.rateRps());
    Check ofLeast = ruling.atLeast(least, "%s", message);
    Check ofMost = ruling.atLeast(most, "%s", message);
    return ofLeast.verdict() == ofMost.verdict() ? ofLeast : ruling.unmeasured("%s", message);
  }

  private static Check littlesLaw(int n, MeasuredStep step, CheckFactory ruling) {
    LoadResult.Phase phase = step.measured();
    if (phase.serviceTimeUs().mean().isEmpty()) {
      return ruling.unmeasured("no service time was measured");
    }
    double renewing = renewing(phase);
    double busy =
        phase.throughputRps() * phase.serviceTimeUs().mean().get() / MICROS_PER_SECOND + renewing;
    Check check =
        ruling.below(
            percentFrom(n, busy),
            "N %d, throughput x mean service time %.1f%s",
            n,
            busy,
            renewing > 0
                ? CheckFactory.text(", %.1f of them connections being replaced", renewing)
                : "");
    Optional<Double> whole =
        check.verdict() == Verdict.PASS
            ? Optional.empty()
            : step.records().load().ranInsideWindow()
                ? Optional.of(Math.max(busy, Math.min(n, busy + unanswered(n, phase))))
                : phase.inFlightAge().map(age -> busy + growth(age, phase.seconds()));
    if (whole.isEmpty()) {
      return check;
    }
    boolean explained = ruling.below(percentFrom(n, whole.get()), "").verdict() == Verdict.PASS;
    return ruling.check(
        explained ? Verdict.WARN : Verdict.FAIL,
        percentFrom(n, busy),
        "%s, with the wait of those in flight at the boundaries %.1f%s",
        check.message(),
        whole.get(),
        explained
            ? ": some service times are long against the window, which leaves the slowest out; use"
                + " a longer window (--measure)"
            : "");
  }

  /** Connections that are being replaced at a time, which have no request in flight. */
  private static double renewing(LoadResult.Phase phase) {
    return phase
        .renewals()
        .flatMap(of -> of.wholeUs().mean().map(mean -> of.count() * mean))
        .map(sum -> sum / MICROS_PER_SECOND / phase.seconds())
        .orElse(0.0);
  }

  private static double percentFrom(int n, double busy) {
    return 100.0 * Math.abs(n - busy) / n;
  }

  /** What the mean leaves out: by how much the waiting of those in flight grew, in requests. */
  private static double growth(LoadResult.InFlightAge age, double seconds) {
    return (age.atEndSeconds() - age.carriedInSeconds()) / seconds;
  }

  /** What a generator leaves out that ends with its requests unanswered: one on each connection. */
  private static double unanswered(int n, LoadResult.Phase phase) {
    return n * phase.serviceTimeUs().mean().orElseThrow() / MICROS_PER_SECOND / phase.seconds();
  }

  private static Check trend(Throughputs throughputs, CheckFactory ruling) {
    Optional<Collapse> collapse =
        ruling.limit().fail().flatMap(limit -> Collapse.of(throughputs.values(), limit));
    if (collapse.isPresent()) {
      return collapse(collapse.get(), throughputs.seconds(), ruling);
    }
    Optional<Trend> measured = Trend.of(throughputs.values());
    if (measured.isEmpty()) {
      return ruling.unmeasured(
          "a trend needs the throughput of %d full seconds, and there is that of %d",
          Trend.LEAST_POINTS * throughputs.seconds(),
          throughputs.values().size() * throughputs.seconds());
    }
    Trend trend = measured.get();
    Check graded =
        ruling.below(
            Math.abs(trend.percent()),
            "throughput changed by %+.1f %% over the window, standard error %.1f %%: %s",
            trend.percent(),
            trend.standardErrorPercent(),
            trend.significant() ? "a trend" : "within scatter");
    boolean scatter = graded.verdict() == Verdict.FAIL && !trend.significant();
    return ruling.check(
        scatter ? Verdict.WARN : graded.verdict(),
        trend.percent(),
        scatter ? ruling.firstLimit() : graded.limit().orElseThrow(),
        "%s",
        graded.message());
  }

  private static Check collapse(Collapse step, int seconds, CheckFactory ruling) {
    return ruling.check(
        Verdict.FAIL,
        step.percent(),
        step.limitPercent(ruling.limit().fail().orElseThrow()),
        "throughput %s by %.0f %% after second %d: from %.4g to %.4g per second on average",
        step.percent() < 0 ? "fell" : "rose",
        Math.abs(step.percent()),
        step.afterSeconds() * seconds,
        step.before(),
        step.after());
  }

  private static Check samples(LoadResult.Phase phase, CheckFactory ruling) {
    return ruling.atLeast(
        (double) phase.ok(),
        "%s",
        phase.ok() < ruling.firstLimit()
            ? "too few requests to state p99; use a longer window (--measure)"
            : "enough requests to state p99");
  }
}
