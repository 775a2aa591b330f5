package dev.tierbench.report.metric;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.stats.Ratios;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.report.stats.SamplePair;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.plan.Plan;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * How much a value differs on this host when nothing does: between two names of one server of one
 * run ({@code tomcat-platform} and {@code tomcat-platform-aa}, with equal settings), the most over
 * the levels.
 *
 * @param servers the two names, empty when the run has no such pair
 * @param shares |ratio - 1| by metric
 */
public record NoiseFloor(List<String> servers, Map<Metric, Double> shares) {

  public NoiseFloor {
    servers = List.copyOf(servers);
    shares = Map.copyOf(shares);
  }

  public Optional<Double> of(Metric metric) {
    return Optional.ofNullable(shares.get(metric));
  }

  /** The floor that a run shows. */
  public static NoiseFloor of(Run run) {
    return run.subjects().stream()
        .filter(subject -> isSame(run, subject, subject + Plan.AA_CONTROL))
        .findFirst()
        .map(a -> List.of(a, a + Plan.AA_CONTROL))
        .map(pair -> new NoiseFloor(pair, shares(run, pair.getFirst(), pair.getLast())))
        .orElse(new NoiseFloor(List.of(), Map.of()));
  }

  /** The larger of both, metric by metric. */
  public NoiseFloor or(NoiseFloor other) {
    Map<Metric, Double> largest = new HashMap<>(shares);
    other.shares.forEach((metric, share) -> largest.merge(metric, share, Double::max));
    return new NoiseFloor(servers.isEmpty() ? other.servers : servers, largest);
  }

  /** The same with other names of its servers. */
  public NoiseFloor renamed(String prefix) {
    return new NoiseFloor(servers.stream().map(server -> prefix + server).toList(), shares);
  }

  /** Tells by name: equal settings alone may be two builds of a JDK. */
  private static boolean isSame(Run run, String server, String control) {
    return run.subjects().contains(control) && server(run, server).equals(server(run, control));
  }

  /** What a server tells of its settings; one without the contract tells nothing. */
  private static Optional<JsonNode> server(Run run, String server) {
    return run.comparedSettings(server).map(run.view()::ofSubject).filter(JsonNode::isObject);
  }

  private static Map<Metric, Double> shares(Run run, String a, String b) {
    Map<Metric, Double> shares = new HashMap<>();
    for (Metric metric : Metrics.compared(run.kind())) {
      for (Parameters level : run.parameters()) {
        Sample one = Samples.of(run, a, level, metric);
        Sample two = Samples.of(run, b, level, metric);
        boolean negligible =
            new SamplePair(one, two, metric.better(), metric.negligible()).isNegligible();
        if (!one.isEmpty() && !two.isEmpty() && !negligible) {
          apart(one.median(), two.median())
              .ifPresent(share -> shares.merge(metric, share, Math::max));
        }
      }
    }
    return shares;
  }

  /** The same whichever of the two names is ahead; empty when either value is 0. */
  static Optional<Double> apart(double one, double two) {
    return one > 0 && two > 0 ? Optional.of(Ratios.apart(two / one)) : Optional.empty();
  }
}
