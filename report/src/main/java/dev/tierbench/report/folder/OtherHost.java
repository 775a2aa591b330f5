package dev.tierbench.report.folder;

import dev.tierbench.run.plan.Manifest;
import java.util.Locale;

/**
 * A host of a run beside the one that the sweep ran on.
 *
 * @param name in the run
 * @param tier that ran there
 * @param cores it has
 * @param machine its processor, cores and kernel
 * @param network how it was reached, and how long a line took there and back
 */
public record OtherHost(String name, String tier, int cores, String machine, String network) {

  static OtherHost of(Manifest.RemoteHost host) {
    return new OtherHost(
        host.name(),
        host.tier().id(),
        host.host().cores(),
        RunManifest.machine(host.host(), host.software().java()),
        String.format(
            Locale.ROOT,
            "%s%s, round trip %.2f ms at least and %.2f ms at most of 20",
            host.reachedBy(),
            host.address().map(address -> " (" + address + ")").orElse(""),
            host.roundTrip().minMs(),
            host.roundTrip().p99Ms()));
  }

  /** The host on one line. */
  public String line() {
    return tier + " on host " + name + ": " + machine + "; " + network;
  }
}
