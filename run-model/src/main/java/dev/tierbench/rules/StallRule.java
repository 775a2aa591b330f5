package dev.tierbench.rules;

import dev.tierbench.run.Checks.Check;
import dev.tierbench.run.HttpStep;
import dev.tierbench.run.Load;
import dev.tierbench.run.LoadResult;
import dev.tierbench.run.Pause;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Tiers;
import dev.tierbench.run.Verdict;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Who stood still. Generator and echo tier watch their own event loops; when no request ended
 * though both went on, it was the server. In the closed model a stop meets no more requests than
 * there are connections, so that percentiles hardly show it.
 */
record StallRule(LoadResult.Phase load, Pause silence, Ruling ruling) {

  static final Rule<MeasuredStep> STALL =
      new Rule<>(
          Rules.STALL,
          "ms",
          new Limit(250, 250),
          "the longest time in which generator or echo stood still (FAIL), or no request ended though"
              + " both went on (WARN), from 5 x p50 or 20 intervals between answers on where those are"
              + " more",
          (step, ruling) -> Optional.of(of(step, ruling)));

  private static final String ECHO_STOPPED = "the echo tier stood still: the server waited for it";

  private static final double TIMES_P50 = 5;

  /** With few requests a second a silence of some of their intervals is no stop. */
  private static final double TIMES_INTERVAL = 20;

  private static final double MILLI = 1e3;
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
                  records
                      .tiers(PhaseName.MEASURE)
                      .flatMap(Tiers.Phase::echo)
                      .flatMap(Tiers.Echo::pause))
              .flatMap(Optional::stream)
              .filter(pause -> check.limit().stream().anyMatch(limit -> pause.millis() >= limit))
              .findFirst();
    };
  }

  private static Check of(MeasuredStep step, Ruling ruling) {
    LoadResult.Phase load = step.measured();
    Optional<Pause> generator = load.generator().flatMap(LoadResult.Generator::pause);
    Optional<Pause> echo = step.tiers().echo().flatMap(Tiers.Echo::pause);
    if (load.silence().isEmpty() || generator.isEmpty()) {
      return echo.filter(pause -> isStop(pause, ruling))
          .map(pause -> stopped(pause, ECHO_STOPPED, ruling))
          .orElseGet(() -> ruling.unmeasured("the generator did not record its pauses"));
    }
    return new StallRule(load, load.silence().get(), ruling)
        .check(
            generator.get(),
            echo,
            step.hasEcho(),
            step.records().load().load() instanceof Load.Closed closed
                ? exposed(closed.concurrency(), load)
                : "");
  }

  private Check check(Pause generator, Optional<Pause> echo, boolean hasEcho, String exposed) {
    Optional<Pause> stoppedEcho = echo.filter(pause -> isStop(pause, ruling));
    if (isStop(generator, ruling)) {
      return stopped(
          generator,
          stoppedEcho.filter(generator::overlaps).isPresent()
              ? "generator and echo stood still together: the host did, or what it runs on"
              : "the generator stood still: it neither sent nor read",
          ruling);
    }
    if (stoppedEcho.isPresent()) {
      return stopped(stoppedEcho.get(), ECHO_STOPPED, ruling);
    }
    String others =
        String.format(
                Locale.ROOT, "the generator went on (longest pause %.0f ms)", generator.millis())
            + echo.map(pause ->
                    String.format(
                        Locale.ROOT, " and echo too (longest pause %.0f ms)", pause.millis()))
                .orElse(hasEcho ? ", and echo did not tell" : "");
    String text = text("no request ended", silence);
    return silence.millis() < limitMillis()
        ? ruling.check(
            Verdict.PASS, silence.millis(), limitMillis(), "at the longest " + text + "; " + others)
        : ruling.check(
            Verdict.WARN,
            silence.millis(),
            limitMillis(),
            text
                + ", while "
                + others
                + (echo.isPresent() || !hasEcho
                    ? ": the server stood still"
                    : ": server or echo tier stood still")
                + exposed);
  }

  private static boolean isStop(Pause pause, Ruling ruling) {
    return ruling.limit().fail().filter(limit -> pause.millis() >= limit).isPresent();
  }

  private static Check stopped(Pause pause, String who, Ruling ruling) {
    return ruling.check(
        Verdict.FAIL, pause.millis(), ruling.limit().fail().orElseThrow(), text(who, pause));
  }

  private static String text(String what, Pause pause) {
    return String.format(
        Locale.ROOT,
        "%s for %.0f ms, %.1f s into the window",
        what,
        pause.millis(),
        pause.atSeconds());
  }

  /** From where on a silence is a stop of the server. */
  private double limitMillis() {
    double interval = load.throughputRps() > 0 ? MILLI / load.throughputRps() : 0;
    return Math.max(
        ruling.firstLimit(),
        Math.max(
            TIMES_P50 * load.latencyUs().p50().orElse(0.0) / MILLI, TIMES_INTERVAL * interval));
  }

  /** What the closed model hides: arrivals of the same rate would not have stopped. */
  private static String exposed(int concurrency, LoadResult.Phase load) {
    double stopped = load.silence().orElseThrow().seconds();
    double p99 = stopped - BEYOND_P99 * load.seconds();
    return String.format(
        Locale.ROOT,
        "; it met at most %d of %d requests, while arrivals at the same %.0f/s would have had %.0f late%s",
        concurrency,
        load.ok(),
        load.throughputRps(),
        load.throughputRps() * stopped,
        p99 > 0
            ? String.format(Locale.ROOT, " and a p99 of %.0f ms or more", p99 * MILLI)
            : ", too few for their p99");
  }
}
