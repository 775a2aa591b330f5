package dev.tierbench.loadgen.output;

import static dev.tierbench.run.Units.MICROS_PER_MILLI;

import dev.tierbench.loadgen.http.Request;
import dev.tierbench.run.Load;
import dev.tierbench.run.record.LatencySummary;
import dev.tierbench.run.record.LoadResult;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;

/** The result as a table for people. A value that was not measured is shown as –. */
public final class TextReport {

  private TextReport() {}

  /** Returns the result as a table, a row for each phase. */
  public static String of(LoadResult result) {
    StringBuilder text = new StringBuilder();
    line(text, "%s  %s", result.target(), model(result));
    if (!isPlainGet(result.request())) {
      line(text, "%s", description(result.request()));
    }
    line(
        text,
        "%-10s %9s %11s %10s %7s %9s %9s %9s %9s %9s %9s",
        "phase",
        "seconds",
        "requests/s",
        "ok",
        "failed",
        "mean ms",
        "p50 ms",
        "p90 ms",
        "p99 ms",
        "p99.9 ms",
        "max ms");
    for (LoadResult.Phase phase : result.phases()) {
      long failed = phase.failed().total();
      row(text, phase, phase.name(), phase.serviceTimeUs(), failed);
      long unanswered = failed + phase.unsent().orElse(0L);
      phase.responseTimeUs().ifPresent(times -> row(text, phase, "  response", times, unanswered));
    }
    for (LoadResult.Phase phase : result.phases()) {
      phase.rateRatio().ifPresent(ratio -> schedule(text, phase, ratio));
      phase.goodput().ifPresent(goodput -> goodput(text, phase, goodput));
      phase.renewals().ifPresent(renewals -> renewals(text, phase, renewals));
      phase.generator().ifPresent(generator -> generator(text, phase, generator));
    }
    result
        .failures()
        .forEach(failure ->
            line(
                text,
                "%s: %d × %s",
                failure.kind().equals(LoadResult.Failure.IDLE)
                    ? "lost while idle"
                    : "failed, " + failure.kind(),
                failure.count(),
                failure.reason()));
    result.environment().caveats().forEach(caveat -> line(text, "note: %s", caveat));
    return text.toString();
  }

  private static boolean isPlainGet(LoadResult.Request request) {
    return request.equals(
        new LoadResult.Request(Request.DEFAULT_METHOD, 0, Optional.empty(), Optional.empty()));
  }

  private static String description(LoadResult.Request request) {
    String body =
        request.bodyBytes() == 0
            ? ""
            : String.format(Locale.ROOT, ", body of %,d bytes", request.bodyBytes());
    return request.method()
        + body
        + request.tls().map(tls -> ", " + tls.protocol() + " with " + tls.cipher()).orElse("")
        + request
            .http2Streams()
            .map(streams -> ", HTTP/2 with " + streams + " streams on a connection at most")
            .orElse("");
  }

  private static String model(LoadResult result) {
    int connections = result.connections().requested();
    return switch (result.load()) {
      case Load.Closed closed ->
          closed.concurrency() == connections
              ? "closed model, " + connections + " connections"
              : "closed model, %d requests at once over %d connections"
                  .formatted(closed.concurrency(), connections);
      case Load.Open open ->
          String.format(
              Locale.ROOT,
              "open model, %s requests/s (%s) over %d connections",
              open.rateRps(),
              open.arrivals(),
              connections);
    };
  }

  private static void row(
      StringBuilder text,
      LoadResult.Phase phase,
      String name,
      LatencySummary answered,
      long unanswered) {
    LatencySummary times = KnownLatencies.of(answered, phase.ok(), unanswered);
    line(
        text,
        "%-10s %9.2f %11.1f %10d %7d %9s %9s %9s %9s %9s %9s",
        name,
        phase.seconds(),
        phase.throughputRps(),
        phase.ok(),
        phase.failed().total(),
        number(times.mean(), MICROS_PER_MILLI),
        number(times.p50(), MICROS_PER_MILLI),
        number(times.p90(), MICROS_PER_MILLI),
        number(times.p99(), MICROS_PER_MILLI),
        number(times.p999(), MICROS_PER_MILLI),
        number(times.max(), MICROS_PER_MILLI));
  }

  private static void generator(
      StringBuilder text, LoadResult.Phase phase, LoadResult.Generator generator) {
    line(
        text,
        "%s: generator %s us CPU per request, loop lag max %s ms, GC pauses %.0f ms",
        phase.name(),
        number(generator.cpuUsPerRequest(), 1),
        number(generator.maxLoopLagUs(), MICROS_PER_MILLI),
        generator.gcPauseMs());
  }

  private static void goodput(
      StringBuilder text, LoadResult.Phase phase, LoadResult.Goodput goodput) {
    line(
        text,
        "%s: %.1f requests/s answered within %s s",
        phase.name(),
        goodput.answers() / phase.seconds(),
        BigDecimal.valueOf(goodput.deadlineSeconds()).stripTrailingZeros().toPlainString());
  }

  private static void renewals(
      StringBuilder text, LoadResult.Phase phase, LoadResult.Renewals renewals) {
    line(
        text,
        "%s: %d connections replaced, connect mean %s ms, p99 %s ms%s; %s ms from answer to next",
        phase.name(),
        renewals.count(),
        number(renewals.connectUs().mean(), MICROS_PER_MILLI),
        number(renewals.connectUs().p99(), MICROS_PER_MILLI),
        renewals
            .handshakeUs()
            .map(times -> ", handshake mean " + number(times.mean(), MICROS_PER_MILLI) + " ms")
            .orElse(""),
        number(renewals.wholeUs().mean(), MICROS_PER_MILLI));
  }

  private static void schedule(StringBuilder text, LoadResult.Phase phase, double ratio) {
    line(
        text,
        "%s: %.3f of the asked rate sent, %s of the sends within 1 ms, largest lag %s ms, unsent %s",
        phase.name(),
        ratio,
        phase
            .sentOnTimeRatio()
            .map(share -> String.format(Locale.ROOT, "%.2f %%", share * 100))
            .orElse("–"),
        number(phase.maxScheduleLagUs(), MICROS_PER_MILLI),
        phase.unsent().map(String::valueOf).orElse("–"));
  }

  private static String number(Optional<Double> value, double divisor) {
    return value.map(v -> String.format(Locale.ROOT, "%.2f", v / divisor)).orElse("–");
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
