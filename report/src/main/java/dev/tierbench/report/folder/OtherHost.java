package dev.tierbench.report.folder;

import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/**
 * A host of a run beside the one that the sweep ran on.
 *
 * @param name in the run
 * @param tier that ran there
 * @param cores it has; 0 when that is not known
 * @param machine its processor, cores and kernel
 * @param network how it was reached, and how long a line took there and back
 */
public record OtherHost(String name, String tier, int cores, String machine, String network) {

  static List<OtherHost> all(JsonNode manifest) {
    return manifest.path("hosts").valueStream().map(OtherHost::of).toList();
  }

  private static OtherHost of(JsonNode host) {
    JsonNode facts = host.path("host");
    JsonNode trip = host.path("round_trip");
    return new OtherHost(
        Run.text(host.path("name")),
        Run.text(host.path("tier")),
        facts.path("cores").asInt(0),
        Run.text(facts.path("cpu_model"))
            + ", "
            + Run.text(facts.path("cores"))
            + " cores, kernel "
            + Run.text(facts.path("kernel"))
            + ", JDK "
            + Run.text(host.path("software").path("java")),
        String.format(
            Locale.ROOT,
            "%s%s, round trip %s at least and %s at most of 20",
            Run.text(host.path("reached_by")),
            host.path("address").isString() ? " (" + host.path("address").asString() + ")" : "",
            millis(trip.path("min_ms")),
            millis(trip.path("p99_ms"))));
  }

  private static String millis(JsonNode time) {
    return time.isNumber()
        ? String.format(Locale.ROOT, "%.2f ms", time.asDouble())
        : "not measured";
  }

  /** On one line. */
  public String line() {
    return tier + " on host " + name + ": " + machine + "; " + network;
  }
}
