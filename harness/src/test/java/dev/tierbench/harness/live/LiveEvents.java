package dev.tierbench.harness.live;

import dev.tierbench.run.Tier;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.protocol.LiveState;
import dev.tierbench.run.protocol.LoadEvent;
import java.util.List;
import java.util.Optional;

/** Seconds and results for tests. */
final class LiveEvents {
  private LiveEvents() {}

  /** A second of 100 requests a second whose p99 is not supported, and whose echo was not read. */
  static LiveState.Second second(long epochMs) {
    LoadEvent event = LoadEvent.second(epochMs, "measure", 0.5, 50, 2);
    LiveState.Requests counted = LiveState.Requests.of(event, 1);
    return new LiveState.Second(
        epochMs,
        "01-tomcat-platform",
        "200",
        "measure",
        new LiveState.Requests(
            counted.seconds(),
            counted.ok(),
            counted.failed(),
            counted.throughputRps(),
            Optional.of(50.5),
            Optional.empty(),
            1),
        List.of(
            new LiveState.TierCpu(Tier.SERVER, "server", Optional.of(0.8), Optional.of(0.4)),
            new LiveState.TierCpu(Tier.ECHO, "echo", Optional.empty(), Optional.empty())));
  }

  static LiveState.Result result(Verdict verdict) {
    return new LiveState.Result(
        "run",
        "01-tomcat-platform",
        "200",
        verdict,
        List.of(new LiveState.Value("throughput", "req/s", Optional.of(100.0))),
        List.of());
  }
}
