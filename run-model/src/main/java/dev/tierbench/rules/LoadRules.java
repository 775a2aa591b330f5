package dev.tierbench.rules;

import dev.tierbench.run.Checks.Check;
import dev.tierbench.run.Load;
import dev.tierbench.run.LoadResult;
import dev.tierbench.run.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The rules that need the load result only. */
record LoadRules(LoadResult load, LoadResult.Phase phase, Limits limits) {

  private static final long SAMPLES_FOR_P99 = 1_000;
  private static final double MICROS = 1e6;
  private static final double MICROS_PER_MILLI = 1e3;

  List<Check> all() {
    List<Check> checks = new ArrayList<>(List.of(accounting(), failedRequests(), connections()));
    switch (load.load()) {
      case Load.Closed closed -> checks.add(littlesLaw(closed.concurrency()));
      case Load.Open open -> checks.addAll(List.of(rateRatio(open), onTime()));
    }
    checks.addAll(List.of(trend(), samples()));
    return checks;
  }

  /** The record itself refuses to hold a phase whose counts do not add up. */
  private Check accounting() {
    int connections = load.load().connections();
    long inFlight = phase.inFlightAtEnd();
    return Verdicts.check(
        "accounting",
        inFlight >= 0 && inFlight <= connections ? Verdict.PASS : Verdict.FAIL,
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
    String reasons =
        phase.failed().total() == 0 || load.failuresOfRequests().isEmpty()
            ? ""
            : "; in the whole step" + reasons(load.failuresOfRequests());
    return Verdicts.failedRequests("failed_requests", phase, limits, reasons);
  }

  private static String reasons(List<LoadResult.Failure> failures) {
    return failures.stream()
        .map(failure -> failure.count() + " x " + failure.reason())
        .collect(Collectors.joining("; ", ": ", ""));
  }

  private Check connections() {
    LoadResult.Connections connections = load.connections();
    boolean all = connections.established() == connections.requested();
    Verdict verdict =
        !all ? Verdict.FAIL : connections.reconnects() > 0 ? Verdict.WARN : Verdict.PASS;
    return Verdicts.check(
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
                connections.reconnects())
            + (load.idleLosses().isEmpty() ? "" : "; idle ones lost" + reasons(load.idleLosses())));
  }

  private Check rateRatio(Load.Open open) {
    String name = "rate_ratio";
    if (phase.rateRatio().isEmpty()) {
      return Verdicts.failed(name, "no request was due inside the window");
    }
    double percent = 100 * phase.rateRatio().get();
    return Verdicts.check(
        name,
        percent >= limits.rateRatioFail() ? Verdict.PASS : Verdict.FAIL,
        percent,
        limits.rateRatioFail(),
        "%",
        String.format(
            Locale.ROOT,
            "%.2f %% of the requests due at %s/s were sent, %d still waited at the end",
            percent,
            open.rateRps(),
            phase.unsent()));
  }

  private Check onTime() {
    String name = "on_time";
    if (phase.sentOnTimeRatio().isEmpty()) {
      return Verdicts.failed(name, "no request was sent inside the window");
    }
    double percent = 100 * phase.sentOnTimeRatio().get();
    boolean fail = percent < limits.onTimeFail();
    return Verdicts.check(
        name,
        fail ? Verdict.FAIL : percent < limits.onTimeWarn() ? Verdict.WARN : Verdict.PASS,
        percent,
        fail ? limits.onTimeFail() : limits.onTimeWarn(),
        "%",
        String.format(
            Locale.ROOT,
            "%.2f %% of the sends left within 1 ms of their time, the latest %.1f ms after it",
            percent,
            phase.maxScheduleLagUs().orElse(Double.NaN) / MICROS_PER_MILLI));
  }

  private Check littlesLaw(int n) {
    String name = "littles_law";
    if (phase.serviceTimeUs().mean().isEmpty()) {
      return Verdicts.unmeasured(
          name, limits.littlesLawFail(), "%", "no service time was measured");
    }
    double busy = phase.throughputRps() * phase.serviceTimeUs().mean().get() / MICROS;
    double percent = 100.0 * Math.abs(n - busy) / n;
    String message =
        String.format(Locale.ROOT, "N %d, throughput x mean service time %.1f", n, busy);
    boolean pass = percent < limits.littlesLawFail();
    Optional<Double> whole =
        pass ? Optional.empty() : phase.inFlightAge().map(age -> busy + grown(age));
    boolean explained =
        whole.filter(all -> 100.0 * Math.abs(n - all) / n < limits.littlesLawFail()).isPresent();
    return Verdicts.check(
        name,
        pass ? Verdict.PASS : explained ? Verdict.WARN : Verdict.FAIL,
        percent,
        limits.littlesLawFail(),
        "%",
        message
            + whole
                .map(all ->
                    String.format(
                        Locale.ROOT,
                        ", with the wait of those in flight at the edges %.1f%s",
                        all,
                        explained
                            ? ": some service times are long against the window, which leaves the"
                                + " slowest out; use a longer clean window"
                            : ""))
                .orElse(""));
  }

  /** What the mean leaves out: by how much the waiting of those in flight grew, in requests. */
  private double grown(LoadResult.InFlightAge age) {
    return (age.atEndSeconds() - age.carriedInSeconds()) / phase.seconds();
  }

  private Check trend() {
    String name = "trend";
    Optional<Trend> measured = Trend.of(phase.okPerSecond());
    if (measured.isEmpty()) {
      return Verdicts.unmeasured(
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
    return Verdicts.check(
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
    return Verdicts.check(
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
