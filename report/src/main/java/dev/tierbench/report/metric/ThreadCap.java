package dev.tierbench.report.metric;

import static dev.tierbench.run.Units.MICROS_PER_MILLI;
import static dev.tierbench.run.Units.MILLIS_PER_SECOND;

import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.RunManifest;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.run.Workload;
import dev.tierbench.run.delay.DelayDistribution.Constant;
import dev.tierbench.run.plan.HttpPlan;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The most that a server whose threads wait for echo can answer: each thread serves one request in
 * the delay of echo, whatever the host.
 *
 * @param threads the limit in force, as the server states it
 * @param delayMillis that a request waits for echo on average
 */
public record ThreadCap(int threads, double delayMillis) {

  /** Share of the cap above which it is the cap that ends the growth. */
  private static final double REACHED = 0.9;

  /** The cap that ended the growth of a server's throughput, if one did. */
  public static Optional<ThreadCap> reached(Run run, String server) {
    double best =
        run.parameters().stream()
            .map(level -> Samples.of(run, server, level, Metrics.THROUGHPUT))
            .filter(sample -> !sample.isEmpty())
            .mapToDouble(Sample::median)
            .max()
            .orElse(0);
    return of(run, server).filter(cap -> best >= REACHED * cap.requestsPerSecond());
  }

  private static Optional<ThreadCap> of(Run run, String server) {
    return run.settings(server)
        .map(settings -> settings.at("/tiers/server/max_threads"))
        .filter(JsonNode::isInt)
        .flatMap(threads ->
            delayMillis(run, server).map(delay -> new ThreadCap(threads.asInt(), delay)));
  }

  /** How long a request of a server waits for echo; empty when that is not known, or not one. */
  public static Optional<Double> delayMillis(Run run, String server) {
    return run.settings(server)
        .filter(any -> !run.manifest().workload().equals(RunManifest.DIFFERS))
        .map(settings -> settings.at("/tiers/echo/delay_us").asDouble(0))
        .map(micros ->
            micros
                / MICROS_PER_MILLI
                * run.manifest()
                    .sweep()
                    .map(HttpPlan::delay)
                    .orElse(Constant.STANDARD)
                    .timesMean(new Workload(run.manifest().workload())))
        .filter(millis -> millis > 0);
  }

  double requestsPerSecond() {
    return threads * MILLIS_PER_SECOND / delayMillis;
  }

  public String description() {
    return String.format(
        Locale.ROOT,
        "its limit of %,d threads, each held for %.0f ms by echo, allows %,.0f requests/s",
        threads,
        delayMillis,
        requestsPerSecond());
  }
}
