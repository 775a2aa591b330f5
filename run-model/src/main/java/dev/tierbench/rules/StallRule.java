package dev.tierbench.rules;

import static dev.tierbench.rules.Rule.rule;
import static dev.tierbench.run.Units.MICROS_PER_MILLI;
import static dev.tierbench.run.Units.MILLIS_PER_SECOND;

import dev.tierbench.run.Load;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.record.Checks.Check;
import dev.tierbench.run.record.HttpStep;
import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.Pause;
import dev.tierbench.run.record.Tiers;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which tier stood still. Generator and echo tier watch their own event loops; when no request
 * ended though both went on, it was the server. In the closed model a stop meets no more requests
 * than there are connections, so that percentiles hardly show it.
 */
record StallRule(MeasuredStep step, CheckFactory ruling) {

  static final Rule<MeasuredStep> STALL =
      rule(Rules.STALL, "ms", new Limit(250, 250))
          .meaning(
              "the longest time in which generator, echo or database stood still (FAIL), or no request ended though"
                  + " both went on (WARN), from 5 x p50 or 20 intervals between answers on where those are"
                  + " more")
          .always((step, ruling) -> new StallRule(step, ruling).check());

  private static final double TIMES_P50 = 5;

  /** Number of mean intervals between requests that a silence must last to be a stop. */
  private static final double TIMES_INTERVAL = 20;

  private static final double BEYOND_P99 = 0.01;

  /** The pause that a check of this rule blames; empty when it blames none. */
  static Optional<Pause> blamed(Check check, HttpStep records) {
    Optional<LoadResult.Phase> load = records.load(PhaseName.MEASURE);
    return switch (check.verdict()) {
      case PASS -> Optional.empty();
      case WARN -> check.value().flatMap(millis -> load).flatMap(LoadResult.Phase::silence);
      case FAIL ->
          Stream.of(
                  load.flatMap(LoadResult.Phase::generator).flatMap(LoadResult.Generator::pause),
                  records.tiers(PhaseName.MEASURE).flatMap(Tiers.Phase::backendPause))
              .flatMap(Optional::stream)
              .filter(pause -> check.limit().stream().anyMatch(limit -> pause.millis() >= limit))
              .findFirst();
    };
  }

  private Check check() {
    Optional<Pause> generator = step.measured().generator().flatMap(LoadResult.Generator::pause);
    Optional<Pause> backend = step.tiers().backendPause();
    Optional<Pause> silence = step.measured().silence();
    Optional<Pause> stoppedBackend = backend.filter(this::isStop);
    boolean isRecorded = silence.isPresent() && generator.isPresent();
    if (isRecorded && isStop(generator.get())) {
      return stopped(
          generator.get(),
          stoppedBackend.filter(generator.get()::overlaps).isPresent()
              ? "generator and "
                  + step.backendName()
                  + " stood still together: the host did, or what it runs on"
              : "the generator stood still: it neither sent nor read");
    }
    if (stoppedBackend.isPresent()) {
      return stopped(
          stoppedBackend.get(),
          (step.hasEcho() ? "the echo tier" : step.backendName())
              + " stood still: the server waited for it");
    }
    return isRecorded
        ? silent(silence.get(), generator.get(), backend)
        : ruling.unmeasured("the generator did not record its pauses");
  }

  private Check silent(Pause silence, Pause generator, Optional<Pause> backend) {
    String others =
        CheckFactory.text("the generator went on (longest pause %.0f ms)", generator.millis())
            + backend
                .map(pause ->
                    CheckFactory.text(
                        " and %s too (longest pause %.0f ms)", step.backendName(), pause.millis()))
                .orElse(
                    step.backend().isPresent()
                        ? ", and " + step.backendName() + " did not report its pauses"
                        : "");
    String text = text("no request ended", silence);
    double limit = limitMillis();
    return silence.millis() < limit
        ? ruling.check(Verdict.PASS, silence.millis(), limit, "at the longest %s; %s", text, others)
        : ruling.check(
            Verdict.WARN,
            silence.millis(),
            limit,
            "%s, while %s: %s stood still%s",
            text,
            others,
            backend.isPresent() || step.backend().isEmpty()
                ? "the server"
                : step.hasEcho() ? "server or echo tier" : "server or database",
            step.records().load().load() instanceof Load.Closed closed
                ? exposed(closed.concurrency(), step.measured())
                : "");
  }

  private boolean isStop(Pause pause) {
    return ruling.limit().fail().filter(limit -> pause.millis() >= limit).isPresent();
  }

  private Check stopped(Pause pause, String who) {
    return ruling.check(
        Verdict.FAIL, pause.millis(), ruling.limit().fail().orElseThrow(), "%s", text(who, pause));
  }

  private static String text(String what, Pause pause) {
    return CheckFactory.text(
        "%s for %.0f ms, %.1f s into the window", what, pause.millis(), pause.atSeconds());
  }

  /** Shortest silence that is a stop of the server, in milliseconds. */
  private double limitMillis() {
    LoadResult.Phase load = step.measured();
    double interval = load.throughputRps() > 0 ? MILLIS_PER_SECOND / load.throughputRps() : 0;
    return Math.max(
        ruling.firstLimit(),
        Math.max(
            TIMES_P50 * load.latencyUs().p50().orElse(0.0) / MICROS_PER_MILLI,
            TIMES_INTERVAL * interval));
  }

  /** What the closed model hides: arrivals of the same rate would not have stopped. */
  private static String exposed(int concurrency, LoadResult.Phase load) {
    double stopped = load.silence().orElseThrow().seconds();
    double p99 = stopped - BEYOND_P99 * load.seconds();
    return CheckFactory.text(
        "; it met at most %d of %d requests, while arrivals at the same %.0f/s would have had %.0f late%s",
        concurrency,
        load.ok(),
        load.throughputRps(),
        load.throughputRps() * stopped,
        p99 > 0
            ? CheckFactory.text(" and a p99 of %.0f ms or more", p99 * MILLIS_PER_SECOND)
            : ", too few for their p99");
  }
}
