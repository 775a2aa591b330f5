package dev.tierbench.report.capacity;

import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.stats.Interval;
import dev.tierbench.report.stats.ScalabilityLaw;
import dev.tierbench.run.TextTable;
import dev.tierbench.run.Tier;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A forecast for people: the values, the laws behind them, what it cannot tell, what it assumes.
 *
 * @param unknown what it cannot tell, each reason once
 */
public record CapacityText(
    String title, List<Table> tables, List<String> unknown, List<String> assumptions) {

  private static final String CANNOT_TELL = "cannot tell";

  public CapacityText {
    tables = List.copyOf(tables);
    unknown = List.copyOf(unknown);
    assumptions = List.copyOf(assumptions);
  }

  /** A table and what it holds. */
  public record Table(String caption, TextTable values) {}

  /** The forecast in words. */
  public static CapacityText of(CapacityForecast forecast) {
    List<String> assumptions = new ArrayList<>(forecast.assumptions());
    for (ServerPrediction server : forecast.servers()) {
      server.evidence().assumptions().forEach(of -> assumptions.add(server.server() + ": " + of));
    }
    return new CapacityText(
        title(forecast),
        List.of(
            new Table("saturation and knee", servers(forecast)),
            new Table("by concurrency", levels(forecast)),
            new Table(
                "contention and coherency, by the universal scalability law", laws(forecast))),
        List.copyOf(unknown(forecast)),
        assumptions);
  }

  /** The lines for a terminal. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(title);
    for (Table table : tables) {
      lines.add("");
      lines.add(table.caption() + ":");
      lines.addAll(table.values().text());
    }
    if (!unknown.isEmpty()) {
      lines.add("");
      lines.add(CANNOT_TELL + ":");
      unknown.forEach(line -> lines.add("  " + line));
    }
    lines.add("");
    lines.add("assumed:");
    assumptions.forEach(line -> lines.add("  " + line));
    return lines;
  }

  private static String title(CapacityForecast forecast) {
    int cores = forecast.target().cores();
    return "predicted from "
        + forecast.run()
        + ": the server on "
        + cores
        + (cores == 1 ? " core" : " cores")
        + (forecast.target().sharing().isEmpty()
            ? ""
            : ", which it shares with "
                + String.join(
                    " and ", forecast.target().sharing().stream().map(Tier::id).sorted().toList()));
  }

  private static TextTable servers(CapacityForecast forecast) {
    return new TextTable(
        List.of(
            "server",
            "measured on, cores",
            "saturated at, req/s",
            "interval, req/s",
            "knee, concurrent",
            "interval, concurrent",
            "limited by",
            "echo needs, cores",
            "loadgen needs, cores",
            "worst fit, %"),
        forecast.servers().stream().map(CapacityText::row).toList());
  }

  private static List<String> row(ServerPrediction server) {
    return List.of(
        server.server(),
        server.measuredCores().map(String::valueOf).orElse(Numbers.NOT_MEASURED),
        text(server.saturation(), CapacityText::three),
        interval(server.saturation(), CapacityText::three),
        text(server.knee(), CapacityText::three),
        interval(server.knee(), CapacityText::three),
        server.bottlenecks().isEmpty()
            ? Numbers.NOT_MEASURED
            : String.join(" / ", server.bottlenecks()),
        Numbers.of(Optional.ofNullable(server.coresOfOthers().get(Tier.ECHO))),
        Numbers.of(Optional.ofNullable(server.coresOfOthers().get(Tier.LOADGEN))),
        server
            .evidence()
            .fitError()
            .map(error -> String.format(Locale.ROOT, "%+.1f", error.relative() * 100))
            .orElse(Numbers.NOT_MEASURED));
  }

  private static TextTable levels(CapacityForecast forecast) {
    List<List<String>> rows = new ArrayList<>();
    for (ServerPrediction server : forecast.servers()) {
      for (ServerPrediction.Level level : server.levels()) {
        rows.add(
            List.of(
                server.server(),
                Numbers.whole(level.concurrency()),
                text(level.throughput(), CapacityText::three),
                interval(level.throughput(), CapacityText::three),
                text(level.p50Millis(), Numbers::of),
                interval(level.p50Millis(), Numbers::of),
                text(level.utilisation(), share -> Numbers.whole(share * 100))));
      }
    }
    return new TextTable(
        List.of(
            "server",
            "concurrent",
            "throughput, req/s",
            "interval, req/s",
            "p50, ms",
            "interval, ms",
            "cores busy, %"),
        rows);
  }

  private static TextTable laws(CapacityForecast forecast) {
    List<List<String>> rows = new ArrayList<>();
    for (ServerPrediction server : forecast.servers()) {
      ServerPrediction.Evidence evidence = server.evidence();
      rows.add(law(server.server(), "concurrency", evidence.levels(), evidence.concurrencyLaw()));
      rows.add(
          law(
              server.server(),
              "cores",
              evidence.coreScaling().coreCounts().size(),
              evidence.coreScaling().law()));
    }
    return new TextTable(
        List.of(
            "server",
            "throughput against",
            "points",
            "contention σ",
            "coherency κ",
            "peak at",
            "residual, %"),
        rows);
  }

  private static List<String> law(
      String server, String against, int points, Optional<ScalabilityLaw> law) {
    Function<Function<ScalabilityLaw, String>, String> cell =
        part -> law.map(part).orElse(CANNOT_TELL);
    return List.of(
        server,
        against,
        String.valueOf(points),
        cell.apply(of -> Numbers.of(of.sigma())),
        cell.apply(of -> Numbers.of(of.kappa())),
        cell.apply(of -> of.peak().map(Numbers::whole).orElse("∞")),
        cell.apply(of -> Numbers.of(of.residual() * 100)));
  }

  /** Each reason once. */
  private static Set<String> unknown(CapacityForecast forecast) {
    Set<String> lines = new LinkedHashSet<>();
    for (ServerPrediction server : forecast.servers()) {
      Stream.concat(
              Stream.of(server.saturation(), server.knee()),
              server.levels().stream().map(ServerPrediction.Level::throughput))
          .flatMap(answer -> answer.why().stream())
          .forEach(why -> lines.add(server.server() + ": " + why));
      ServerPrediction.Evidence evidence = server.evidence();
      fewPoints(evidence.concurrencyLaw(), evidence.levels(), "valid levels of concurrency")
          .ifPresent(why -> lines.add(server.server() + ": " + why));
      fewPoints(
              evidence.coreScaling().law(),
              evidence.coreScaling().coreCounts().size(),
              "core counts with a throughput at saturation")
          .ifPresent(why -> lines.add(server.server() + ": " + why));
    }
    return lines;
  }

  private static Optional<String> fewPoints(Optional<ScalabilityLaw> law, int points, String what) {
    return law.isPresent()
        ? Optional.empty()
        : Optional.of(
            "contention and coherency: "
                + what
                + ": "
                + points
                + " of the "
                + ScalabilityLaw.LEAST_POINTS
                + " that three coefficients need");
  }

  static String text(Answer answer, Function<Double, String> form) {
    return answer.value().map(form).orElse(CANNOT_TELL);
  }

  static String interval(Answer answer, Function<Double, String> form) {
    if (answer.value().isEmpty()) {
      return Numbers.NOT_MEASURED;
    }
    return answer.interval().map(of -> text(of, form)).orElse("one trial");
  }

  private static String text(Interval interval, Function<Double, String> form) {
    return form.apply(interval.low()) + " to " + form.apply(interval.high());
  }

  /** Requests, of which a part says nothing. */
  static String three(double value) {
    return value >= 100 ? Numbers.whole(value) : Numbers.of(value);
  }
}
