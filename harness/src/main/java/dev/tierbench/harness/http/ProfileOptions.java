package dev.tierbench.harness.http;

import dev.tierbench.harness.run.Durations;
import dev.tierbench.observer.profile.ProfileOrder;
import dev.tierbench.run.plan.HttpPlan;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Whether and how stacks of the servers are sampled. */
final class ProfileOptions {

  private static final double SECONDS = 8;

  @Option(
      names = "--profile",
      split = ",",
      paramLabel = "KIND",
      description =
          "Sample stacks of the server for flame graphs, in a window after the others: one of cpu and"
              + " switches, and any of alloc, lock and wall, by async-profiler; or jfr, the JDK's own"
              + " recorder, which also sees virtual threads. Default: no profile.")
  private List<String> kinds = List.of();

  @Option(
      names = "--profile-time",
      paramLabel = "TIME",
      description = "Length of the profiled window. Default: 8s.")
  private Optional<String> time = Optional.empty();

  /**
   * The window, if one is wanted.
   *
   * @throws IllegalArgumentException saying which option is wrong
   */
  Optional<HttpPlan.Profiling> window() {
    if (kinds.isEmpty()) {
      if (time.isPresent()) {
        throw new IllegalArgumentException("--profile-time needs --profile");
      }
      return Optional.empty();
    }
    double seconds = time.map(Durations::parse).orElse(SECONDS);
    try {
      ProfileOrder order = ProfileOrder.parse(kinds);
      return Optional.of(new HttpPlan.Profiling(seconds, order.kinds(), order.jfr()));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--profile: " + e.getMessage(), e);
    }
  }
}
