package dev.tierbench.harness.suite;

import dev.tierbench.harness.preflight.HostLimit;
import dev.tierbench.observer.host.HostFacts;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.run.record.Work.Prediction;
import java.util.Locale;
import java.util.Optional;

/**
 * What this host gives one process.
 *
 * @param threads the least of the limits on threads, and which one that is
 * @param descriptors empty when the limit cannot be read
 */
record HostLimits(Optional<HostLimit> threads, Optional<HostLimit> descriptors) {

  /** Files of a JVM beside those of its work. */
  private static final int FILES_OF_A_JVM = 500;

  static HostLimits of(SystemFiles files) {
    HostFacts facts = new HostFacts(files);
    return new HostLimits(
        HostLimit.onThreads(facts::sysctl),
        facts
            .openFilesLimit()
            .map(limit ->
                new HostLimit(
                    limit - FILES_OF_A_JVM,
                    String.format(
                        Locale.ROOT,
                        "ulimit -n is %,d, of which a JVM needs %d itself",
                        limit,
                        FILES_OF_A_JVM))));
  }

  /** Why this host would not let that work go on; empty when it would. */
  Optional<String> refusal(Prediction work) {
    return beyond(work.threads(), "threads", threads)
        .or(() -> beyond(work.descriptors(), "descriptors", descriptors));
  }

  private static Optional<String> beyond(int needed, String what, Optional<HostLimit> limit) {
    return limit
        .filter(most -> needed > most.most())
        .map(most ->
            String.format(
                Locale.ROOT,
                "needs %,d %s, this host allows %,d (%s)",
                needed,
                what,
                most.most(),
                most.name()));
  }
}
