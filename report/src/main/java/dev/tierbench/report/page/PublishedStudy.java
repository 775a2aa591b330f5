package dev.tierbench.report.page;

import static dev.tierbench.run.Units.MICROS_PER_MILLI;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.folder.OtherHost;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.RunManifest;
import dev.tierbench.report.metric.Samples;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.Tier;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.file.TextTable;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.record.Resources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The published values beside those of a run, per request. Published CPU per request follows from
 * latency and CPU share by Little's law; the rest are counts over 90,000 requests.
 *
 * @param headline the ratio of the mean latencies at 1,800, published and measured; empty when one
 *     of the two servers has no valid step
 * @param differences between the study's set-up and that of this run
 */
public record PublishedStudy(
    String source,
    Optional<String> headline,
    List<String> differences,
    List<String> caveats,
    List<PublishedStudy.Row> rows) {

  static final String TOMCAT = "tomcat-platform";
  static final String NETTY = "webflux-reactor";

  private static final double REQUESTS = 90_000;
  private static final int COUNTED_AT = 1_800;

  /** One value: published at one concurrency, ours at the nearest valid level. */
  public record Row(
      String value, int publishedLevel, Pair published, Optional<Integer> level, Pair measured) {}

  /**
   * A value of both servers.
   *
   * @param ratio of {@link #NETTY} to {@link #TOMCAT}; empty without either
   */
  public record Pair(Optional<Double> tomcat, Optional<Double> netty, Optional<Double> ratio) {

    static Pair of(Optional<Double> tomcat, Optional<Double> netty) {
      return new Pair(
          tomcat,
          netty,
          tomcat.filter(base -> base > 0).flatMap(base -> netty.map(other -> other / base)));
    }
  }

  /** Whether it measured one of the servers of the study. */
  static boolean concerns(Run run) {
    return run.subjects().contains(TOMCAT) || run.subjects().contains(NETTY);
  }

  public static PublishedStudy of(Run run) {
    JsonNode published = published();
    List<Row> rows = new ArrayList<>();
    for (JsonNode at : published.path("latency_cpu")) {
      int level = at.path("concurrency").intValue();
      JsonNode tomcat = at.path("tomcat");
      JsonNode netty = at.path("netty");
      rows.add(row(run, Metrics.MEAN, level, latency(tomcat), latency(netty)));
      rows.add(row(run, Metrics.CPU, level, cpu(level, tomcat), cpu(level, netty)));
    }
    JsonNode counts = published.path("entire_jvm_at_1800");
    rows.add(counted(run, Metrics.SWITCHES, counts, "context_switches"));
    rows.add(counted(run, Metrics.FUTEX, counts, "futex"));
    rows.add(counted(run, Metrics.get("read_per_op"), counts, "read"));
    rows.add(counted(run, Metrics.get("write_per_op"), counts, "write"));
    rows.add(counted(run, Metrics.get("minor_faults_per_op"), counts, "faults"));
    return new PublishedStudy(
        published.path("source").asString(),
        headline(rows),
        differences(run),
        published.path("caveats").valueStream().map(JsonNode::asString).toList(),
        rows);
  }

  private static Optional<String> headline(List<Row> rows) {
    return rows.stream()
        .filter(row -> row.value().equals(Metrics.MEAN.title(HttpPlan.OPERATION)))
        .filter(row -> row.publishedLevel() == COUNTED_AT)
        .filter(row -> row.measured().ratio().isPresent())
        .map(row ->
            ("Mean latency of %s over %s: published %s at %s concurrent requests, %s at %s in this"
                    + " run.")
                .formatted(
                    NETTY,
                    TOMCAT,
                    Numbers.factor(row.published().ratio().orElseThrow()),
                    Numbers.whole(row.publishedLevel()),
                    Numbers.factor(row.measured().ratio().get()),
                    Numbers.whole(row.level().orElseThrow())))
        .findFirst();
  }

  private static List<String> differences(Run run) {
    RunManifest manifest = run.manifest();
    Optional<OtherHost> own =
        manifest.otherHosts().stream()
            .filter(host -> host.tier().equals(Tier.SERVER.id()))
            .findFirst();
    int all = own.map(OtherHost::cores).orElse(manifest.cores());
    String cores =
        manifest
            .pinning()
            .cores(Tier.SERVER)
            .map(server -> "here the server had " + server.size() + " of " + all)
            .orElse(
                (own.isPresent() ? "here the server alone had " : "here all tiers shared ") + all);
    return List.of(
        "The study ran on 32 cores that all tiers shared; " + cores + ".",
        "The study's JIT compilers were cold; here each JVM is warmed up as its warm-up says.",
        "The study opened a connection for each request; here connections are kept alive.",
        "The study's blocking server blocked on a reactive client; here it blocks on its own"
            + " socket, so no thread hands the answer over to it.");
  }

  private static Row counted(Run run, Metric metric, JsonNode counts, String field) {
    return row(
        run,
        metric,
        COUNTED_AT,
        counts.path("tomcat").path(field).doubleValue() / REQUESTS,
        counts.path("netty").path(field).doubleValue() / REQUESTS);
  }

  /** Microseconds per request: cores used over N / latency requests per second. */
  private static double cpu(int concurrency, JsonNode at) {
    double cores = at.path("cpu_percent").doubleValue() / 100;
    double requestsPerMilli = concurrency / latency(at);
    return cores / requestsPerMilli * MICROS_PER_MILLI;
  }

  private static double latency(JsonNode at) {
    return at.path("latency_ms").doubleValue();
  }

  private static Row row(Run run, Metric metric, int publishedLevel, double tomcat, double netty) {
    Optional<Parameters> level =
        run.parameters(Parameters.CONCURRENCY).stream()
            .filter(at ->
                median(run, TOMCAT, at, metric).isPresent()
                    || median(run, NETTY, at, metric).isPresent())
            .min(Comparator.comparingInt(at -> Math.abs(run.position(at) - publishedLevel)));
    return new Row(
        metric.title(run.operation()),
        publishedLevel,
        Pair.of(Optional.of(tomcat), Optional.of(netty)),
        level.map(run::position),
        Pair.of(
            level.flatMap(at -> median(run, TOMCAT, at, metric)),
            level.flatMap(at -> median(run, NETTY, at, metric))));
  }

  private static Optional<Double> median(Run run, String server, Parameters level, Metric metric) {
    return Samples.of(run, server, level, metric).middle();
  }

  /** The rows as a table: what was published of both servers, and what this run measured. */
  public TextTable table() {
    return new TextTable(
        List.of(
            "value",
            "published at",
            "published " + TOMCAT,
            "published " + NETTY,
            "measured at",
            TOMCAT,
            NETTY),
        rows.stream().filter(row -> row.level().isPresent()).map(PublishedStudy::cells).toList());
  }

  private static List<String> cells(Row row) {
    return List.of(
        row.value(),
        String.valueOf(row.publishedLevel()),
        Numbers.of(row.published().tomcat()),
        Numbers.of(row.published().netty()),
        row.level().map(String::valueOf).orElse(Numbers.NOT_MEASURED),
        Numbers.of(row.measured().tomcat()),
        Numbers.of(row.measured().netty()));
  }

  private static JsonNode published() {
    return RunJson.parse(Resources.text(PublishedStudy.class, "published-results.json"));
  }
}
