package dev.tierbench.run.descriptor;

import dev.tierbench.run.CpuList;
import dev.tierbench.run.Require;
import dev.tierbench.run.Tier;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A host other than the one that the harness is on, how it is reached, and the tier that it runs:
 * an entry of {@code hosts.yml}.
 *
 * @param name unique in a run; that of the tier unless there are several generators
 * @param context the Docker context of its engine
 * @param ssh the destination of {@code ssh}, for a host whose tier is a process
 * @param address that its tier listens on, as the other hosts reach it; empty of a generator
 * @param cpus the cores that its tier is held to; empty for all
 * @param java the program on a host that is reached by {@code ssh}; empty for the one on its PATH
 */
@RecordBuilder
public record HostDescriptor(
    String name,
    Tier tier,
    Optional<String> context,
    Optional<String> ssh,
    Optional<String> address,
    Optional<String> cpus,
    Optional<String> java) {

  public HostDescriptor {
    Require.that(
        context.isPresent() != ssh.isPresent(),
        () -> name + ": expected either 'context' (a Docker context) or 'ssh' (such as root@host)");
    Require.that(
        tier == Tier.LOADGEN || address.isPresent(),
        () -> name + ": 'address' is needed: where its tier listens, as the other hosts reach it");
    Require.that(
        java.isEmpty() || ssh.isPresent(),
        () -> name + ": 'java' is for hosts with 'ssh'; a container has its own");
    Require.that(
        Stream.of(context, ssh, java)
            .flatMap(Optional::stream)
            .noneMatch(word -> word.startsWith("-")), // a program would take it for an option
        () -> name + ": 'context', 'ssh' and 'java' must not begin with '-'");
    requireCores(name, cpus);
  }

  private static void requireCores(String name, Optional<String> cpus) {
    try {
      cpus.ifPresent(CpuList::parse);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(name + ": 'cpus': " + e.getMessage(), e);
    }
  }

  /** How it is reached, in words. */
  public String reachedBy() {
    return context.map(of -> "Docker context " + of).orElseGet(() -> "ssh " + ssh.orElseThrow());
  }
}
