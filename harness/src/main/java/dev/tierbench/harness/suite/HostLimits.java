package dev.tierbench.harness.suite;

import dev.tierbench.observer.host.HostFacts;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.run.record.Work.Prediction;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What this host gives one process.
 *
 * @param threads the least of the limits on threads, and which one that is
 * @param descriptors empty when the limit cannot be read
 */
record HostLimits(Optional<Limit> threads, Optional<Limit> descriptors) {

  /** Files of a JVM beside those of its work. */
  private static final int FILES_OF_A_JVM = 500;

  /** A thread's stack and its guard are a mapping each. */
  private static final int MAPPINGS_PER_THREAD = 2;

  /** A limit and where it comes from. */
  record Limit(long most, String name) {}

  static HostLimits of(SystemFiles files) {
    HostFacts facts = new HostFacts(files);
    return new HostLimits(
        Stream.of(
                number(facts, "kernel/pid_max", 1, "kernel.pid_max"),
                number(facts, "kernel/threads-max", 1, "kernel.threads-max"),
                number(facts, "vm/max_map_count", MAPPINGS_PER_THREAD, "half of vm.max_map_count"))
            .flatMap(Optional::stream)
            .min(Comparator.comparingLong(Limit::most)),
        facts
            .openFilesLimit()
            .map(limit ->
                new Limit(
                    limit - FILES_OF_A_JVM,
                    String.format(
                        Locale.ROOT,
                        "ulimit -n is %,d, of which a JVM needs %d itself",
                        limit,
                        FILES_OF_A_JVM))));
  }

  private static Optional<Limit> number(HostFacts facts, String sysctl, int each, String name) {
    return facts.sysctl(sysctl).map(text -> new Limit(Long.parseLong(text.strip()) / each, name));
  }

  /** Why this host would not let that work go on; empty when it would. */
  Optional<String> refusal(Prediction work) {
    return beyond(work.threads(), "threads", threads)
        .or(() -> beyond(work.descriptors(), "descriptors", descriptors));
  }

  private static Optional<String> beyond(int needed, String what, Optional<Limit> limit) {
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
