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
    JsonNode address = host.path("address");
    return new OtherHost(
        RunManifest.text(host.path("name")),
        RunManifest.text(host.path("tier")),
        host.at("/host/cores").asInt(0),
        "%s, %s cores, kernel %s, JDK %s"
            .formatted(
                RunManifest.text(host.at("/host/cpu_model")),
                RunManifest.text(host.at("/host/cores")),
                RunManifest.text(host.at("/host/kernel")),
                RunManifest.text(host.at("/software/java"))),
        "%s%s, round trip %s at least and %s at most of 20"
            .formatted(
                RunManifest.text(host.path("reached_by")),
                address.isString() ? " (" + address.asString() + ")" : "",
                millis(host.at("/round_trip/min_ms")),
                millis(host.at("/round_trip/p99_ms"))));
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
