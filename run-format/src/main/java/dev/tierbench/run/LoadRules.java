package dev.tierbench.run;

import dev.tierbench.run.Checks.Check;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The rules that need the load result only. */
record LoadRules(LoadResult load, LoadResult.Phase phase, Limits limits) {

  private static final long SAMPLES_FOR_P99 = 1_000;
  private static final double MICROS = 1e6;

  List<Check> all() {
    return List.of(accounting(), failedRequests(), connections(), littlesLaw(), trend(), samples());
  }

  /** The record itself refuses to hold a phase whose counts do not add up. */
  private Check accounting() {
    int connections = load.load().connections();
    long inFlight = phase.inFlightAtEnd();
    return Judge.check(
        "accounting",
        inFlight <= connections ? Verdict.PASS : Verdict.FAIL,
        (double) inFlight,
        connections,
        "in flight",
        String.format(
            Locale.ROOT,
            "started %d = ok %d + failed %d + in flight %d",
            phase.started(),
            phase.ok(),
            phase.failed().total(),
            inFlight));
  }

  private Check failedRequests() {
    long failed = phase.failed().total();
    long ended = phase.ok() + failed;
    String name = "failed_requests";
    if (ended == 0) {
      return Judge.failed(name, "no request ended inside the window");
    }
    double percent = 100.0 * failed / ended;
    Verdict verdict =
        percent > limits.failedFail()
            ? Verdict.FAIL
            : percent > limits.failedWarn() ? Verdict.WARN : Verdict.PASS;
    double limit = verdict == Verdict.FAIL ? limits.failedFail() : limits.failedWarn();
    return Judge.check(name, verdict, percent, limit, "%", failedMessage(failed, ended));
  }

  private String failedMessage(long failed, long ended) {
    String reasons =
        load.failures().stream()
            .map(failure -> "; " + failure.count() + " x " + failure.reason())
            .reduce("", String::concat);
    return String.format(Locale.ROOT, "%d of %d requests failed", failed, ended)
        + (failed == 0 ? "" : reasons);
  }

  private Check connections() {
    LoadResult.Connections connections = load.connections();
    boolean all = connections.established() == connections.requested();
    Verdict verdict =
        !all ? Verdict.FAIL : connections.reconnects() > 0 ? Verdict.WARN : Verdict.PASS;
    return Judge.check(
        "connections",
        verdict,
        connections.established(),
        connections.requested(),
        "established",
        String.format(
            Locale.ROOT,
            "%d of %d connections established, %d made again",
            connections.established(),
            connections.requested(),
            connections.reconnects()));
  }

  private Check littlesLaw() {
    String name = "littles_law";
    int n = load.load().connections();
    if (!(load.load() instanceof Load.Closed)) {
      return Judge.unmeasured(
          name, limits.littlesLawFail(), "%", "the law needs the closed model: N is not fixed");
    }
    if (phase.serviceTimeUs().mean().isEmpty()) {
      return Judge.unmeasured(name, limits.littlesLawFail(), "%", "no service time was measured");
    }
    double busy = phase.throughputRps() * phase.serviceTimeUs().mean().get() / MICROS;
    double percent = 100.0 * Math.abs(n - busy) / n;
    return Judge.check(
        name,
        percent < limits.littlesLawFail() ? Verdict.PASS : Verdict.FAIL,
        percent,
        limits.littlesLawFail(),
        "%",
        String.format(Locale.ROOT, "N %d, throughput x mean service time %.1f", n, busy));
  }

  private Check trend() {
    String name = "trend";
    Optional<Trend> measured = Trend.of(phase.okPerSecond());
    if (measured.isEmpty()) {
      return Judge.unmeasured(
          name,
          limits.trendWarn(),
          "%",
          "a trend needs " + Trend.LEAST_POINTS + " full seconds of throughput");
    }
    Trend trend = measured.get();
    double percent = Math.abs(trend.percent());
    boolean fail = percent >= limits.trendFail() && trend.significant();
    Verdict verdict =
        fail ? Verdict.FAIL : percent >= limits.trendWarn() ? Verdict.WARN : Verdict.PASS;
    return Judge.check(
        name,
        verdict,
        trend.percent(),
        fail ? limits.trendFail() : limits.trendWarn(),
        "%",
        String.format(
            Locale.ROOT,
            "throughput changed by %+.1f %% over the window, standard error %.1f %%: %s",
            trend.percent(),
            trend.standardErrorPercent(),
            trend.significant() ? "a trend" : "not told apart from scatter"));
  }

  private Check samples() {
    long ok = phase.ok();
    return Judge.check(
        "samples",
        ok >= SAMPLES_FOR_P99 ? Verdict.PASS : Verdict.WARN,
        (double) ok,
        (double) SAMPLES_FOR_P99,
        "requests",
        ok >= SAMPLES_FOR_P99
            ? "enough requests to state p99"
            : "too few requests to state p99; use a longer clean window");
  }
}
