package dev.tierbench.observer.role;

import dev.tierbench.observer.jvm.ThreadDump;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the threads of one JVM are there for. Names alone do not tell the pool that carries virtual
 * threads from others of their kind; the JVM's thread dump does.
 */
public final class ThreadRoles {

  private static final String FORK_JOIN = "ForkJoinPool";
  private static final Pattern POOL_WORKER =
      Pattern.compile("(" + FORK_JOIN + "-\\d+-worker-)\\d+");

  /** What the rules say of such a pool by its number; a rule of a user may say more. */
  private static final Set<String> IN_POOLS = Set.of(Roles.CARRIER, Roles.WORKER);

  private final Roles roles;
  private final boolean isKnown;
  private final boolean hasVirtualThreads;
  private final Set<String> pools;
  private final Set<String> carrierPools;

  /**
   * The roles of the threads of a JVM.
   *
   * @param dump of that JVM; one without names leaves all to the rules
   */
  public ThreadRoles(Roles roles, ThreadDump dump) {
    Collection<String> names = dump.names().values();
    this.roles = roles;
    this.isKnown = !names.isEmpty();
    this.pools = pools(names.stream());
    this.carrierPools =
        pools(dump.carriers().stream().map(tid -> dump.names().getOrDefault(tid, "")));
    this.hasVirtualThreads =
        !dump.carriers().isEmpty()
            || names.stream()
                .filter(name -> !name.startsWith(FORK_JOIN)) // any such pool may have timers
                .map(roles::of)
                .anyMatch(Roles.VTHREAD_POLLER::equals);
  }

  private static Set<String> pools(Stream<String> names) {
    return names.map(ThreadRoles::poolOf).flatMap(Optional::stream).collect(Collectors.toSet());
  }

  private static Optional<String> poolOf(String name) {
    Matcher matcher = POOL_WORKER.matcher(name);
    return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  /**
   * The role of a thread by its name in Java. Where several pools could carry virtual threads, and
   * none did when the dump was made, their threads are {@link Roles#OTHER}.
   */
  public String of(String name) {
    Optional<String> pool = poolOf(name);
    String byName = roles.of(name);
    if (pool.isEmpty() || !isKnown || !IN_POOLS.contains(byName)) {
      return byName;
    }
    if (!hasVirtualThreads) {
      return Roles.WORKER;
    }
    if (!carrierPools.isEmpty()) {
      return carrierPools.contains(pool.get()) ? Roles.CARRIER : Roles.WORKER;
    }
    return pools.size() > 1 ? Roles.OTHER : byName;
  }

  /** The role of a thread by the kernel's name of it, which may be cut. */
  public String ofKernelName(String comm) {
    return Roles.isWhole(comm) ? of(comm) : roles.ofKernelName(comm);
  }
}
