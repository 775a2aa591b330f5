package dev.tierbench.report.capacity;

import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.stats.ScalabilityLaw;
import dev.tierbench.run.Tier;
import dev.tierbench.run.file.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A forecast for people: the values, the laws behind them, what is unknown, what is assumed.
 *
 * @param unknown why values are missing, each reason once
 */
public record CapacityText(
    String title, List<Table> tables, List<String> unknown, List<String> assumptions) {

  static final String CANNOT_TELL = "cannot tell";

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
        unknown(forecast),
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
    List<String> sharing = forecast.target().sharing().stream().map(Tier::id).sorted().toList();
    return "predicted from %s: the server on %d %s%s"
        .formatted(
            forecast.run(),
            cores,
            cores == 1 ? "core" : "cores",
            sharing.isEmpty() ? "" : ", which it shares with " + String.join(" and ", sharing));
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
            forecast.backend().id() + " needs, cores",
            "loadgen needs, cores",
            "worst fit, %"),
        forecast.servers().stream().map(server -> row(server, forecast.backend())).toList());
  }

  private static List<String> row(ServerPrediction server, Tier backend) {
    return List.of(
        server.server(),
        server.measuredCores().map(String::valueOf).orElse(Numbers.NOT_MEASURED),
        text(server.saturation()),
        interval(server.saturation()),
        text(server.knee()),
        interval(server.knee()),
        server.bottlenecks().isEmpty()
            ? Numbers.NOT_MEASURED
            : String.join(" / ", server.bottlenecks()),
        Numbers.of(Optional.ofNullable(server.coresOfOthers().get(backend))),
        Numbers.of(Optional.ofNullable(server.coresOfOthers().get(Tier.LOADGEN))),
        error(server.evidence().fitError().map(FitError::relative)));
  }

  private static TextTable levels(CapacityForecast forecast) {
    List<List<String>> rows = new ArrayList<>();
    for (ServerPrediction server : forecast.servers()) {
      for (ServerPrediction.Level level : server.levels()) {
        rows.add(
            List.of(
                server.server(),
                Numbers.whole(level.concurrency()),
                text(level.throughput()),
                interval(level.throughput()),
                text(level.p50Millis()),
                interval(level.p50Millis()),
                level
                    .utilisation()
                    .value()
                    .map(share -> Numbers.whole(share * 100))
                    .orElse(CANNOT_TELL)));
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
              evidence.coreScaling().coreCounts(),
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
            "residual in the fit, %"),
        rows);
  }

  private static List<String> law(
      String server, String against, List<Integer> points, Optional<ScalabilityLaw> law) {
    Function<Function<ScalabilityLaw, String>, String> cell =
        part -> law.map(part).orElse(CANNOT_TELL);
    return List.of(
        server,
        against,
        law.isPresent() && points.size() == ScalabilityLaw.LEAST_POINTS
            ? points.size() + " (one more than coefficients)"
            : String.valueOf(points.size()),
        cell.apply(of -> Numbers.of(of.sigma())),
        cell.apply(of -> Numbers.of(of.kappa())),
        cell.apply(of -> peak(of, points)),
        cell.apply(of -> Numbers.of(of.residual() * 100)));
  }

  /** The peak, marked when nothing was measured there. */
  private static String peak(ScalabilityLaw law, List<Integer> points) {
    return law.peak().map(Numbers::whole).orElse("∞")
        + (law.isPeakBeyond(points.getLast()) ? " (beyond the measured)" : "");
  }

  /** Each reason once. */
  private static List<String> unknown(CapacityForecast forecast) {
    return Stream.concat(
            forecast.leftOut().stream(),
            forecast.servers().stream()
                .flatMap(server -> reasons(server).map(why -> server.server() + ": " + why)))
        .distinct()
        .toList();
  }

  private static Stream<String> reasons(ServerPrediction server) {
    ServerPrediction.Evidence evidence = server.evidence();
    CoreScaling cores = evidence.coreScaling();
    Stream<ModelValue> values =
        Stream.concat(
            Stream.of(server.saturation(), server.knee()),
            server.levels().stream().map(ServerPrediction.Level::throughput));
    return Stream.of(
            values.flatMap(value -> value.why().stream()),
            fewPoints(
                evidence.concurrencyLaw(), evidence.levels().size(), "valid levels of concurrency"),
            fewPoints(
                cores.law(),
                cores.coreCounts().size(),
                "core counts with a throughput at saturation"))
        .flatMap(why -> why);
  }

  private static Stream<String> fewPoints(Optional<ScalabilityLaw> law, int points, String what) {
    return law.isPresent()
        ? Stream.empty()
        : Stream.of(
            "contention and coherency: %s: %d of the %d that three coefficients need"
                .formatted(what, points, ScalabilityLaw.LEAST_POINTS));
  }

  static String text(ModelValue value) {
    return value.value().map(Numbers::of).orElse(CANNOT_TELL);
  }

  static String interval(ModelValue value) {
    return value.value().isEmpty()
        ? Numbers.NOT_MEASURED
        : value
            .interval()
            .map(of -> Numbers.of(of.low()) + " to " + Numbers.of(of.high()))
            .orElse("one trial");
  }

  /** A relative error, in percent. */
  static String error(Optional<Double> relative) {
    return relative
        .map(error -> String.format(Locale.ROOT, "%+.1f", error * 100))
        .orElse(Numbers.NOT_MEASURED);
  }
}
