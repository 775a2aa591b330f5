package dev.tierbench.harness.preflight;

import static dev.tierbench.run.Units.BYTES_PER_MIB;

import dev.tierbench.harness.preflight.Finding.Fatal;
import dev.tierbench.harness.preflight.Finding.Warning;
import dev.tierbench.observer.host.CpuTopology;
import dev.tierbench.observer.host.HostFacts;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.Tier;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Manifest;
import dev.tierbench.run.record.Memory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Looks at the host's limits and its state before anything starts; starts nothing itself. */
public record Preflight(SystemFiles files, HttpPlan plan) {

  /** Files of a JVM beside its connections: jars, logs, selectors. */
  private static final int FILES_BESIDE_CONNECTIONS = 500;

  /** Compilers, collectors, acceptors: those that a JVM has whatever the load. */
  private static final int THREADS_BESIDE_REQUESTS = 100;

  private static final String MOST_HEAP = "-Xmx";

  /**
   * Threads, code and metadata beside the heap: 190 to 370 MiB of our servers, by their threads.
   */
  private static final long BESIDE_HEAP_OF_SERVER = 400 * BYTES_PER_MIB;

  /** The same of generator and echo tier: 80 to 100 MiB. */
  private static final long BESIDE_HEAP = 100 * BYTES_PER_MIB;

  /** What the harness and its tools take. */
  private static final long BESIDE_TIERS = 400 * BYTES_PER_MIB;

  public List<Finding> limits() {
    List<Finding> found = new ArrayList<>();
    found.addAll(
        limits(
            plan,
            new HostFacts(files).host(),
            "ulimit -Hn " + openFilesNeeded(plan) + " (as root)"));
    found.addAll(HostFindings.state(files));
    cores().ifPresent(found::add);
    hyperthreads().ifPresent(found::add);
    return found;
  }

  /**
   * What the limits of a host mean for its tier.
   *
   * @param moreFiles how its programs get to open more
   */
  public static List<Finding> limits(HttpPlan plan, Manifest.Host host, String moreFiles) {
    return Stream.of(
            openFiles(plan, host, moreFiles),
            backlog(plan, host),
            ephemeralPorts(plan, host),
            threads(plan, host))
        .flatMap(Optional::stream)
        .toList();
  }

  /** What matters only when the sweep starts the tiers itself. */
  public List<Finding> starting() {
    List<Finding> found = new ArrayList<>(ports());
    List<Tier> here =
        Stream.of(Tier.values()).filter(tier -> plan.network().hostOf(tier).isEmpty()).toList();
    int atOnce = plan.windows().rounds().isPresent() ? plan.subjects().size() : 1;
    memory(plan, here, atOnce, new HostFacts(files).memory("MemAvailable")).ifPresent(found::add);
    return found;
  }

  /** A port on another address cannot be tried from here. */
  private List<Finding> ports() {
    if (!plan.network().places().isEmpty() || !plan.network().hosts().isEmpty()) {
      return List.of();
    }
    return plan.network().ports().entrySet().stream()
        .filter(tier -> !runs(tier.getKey()))
        .flatMap(tier ->
            HostFindings.taken(
                files,
                plan.network().host(),
                tier.getValue(),
                tier.getKey(),
                "--ports " + tier.getKey() + "=PORT")
                .stream())
        .toList();
  }

  /** Whether a server is there already, and so has its port. */
  private boolean runs(String tier) {
    return Optional.ofNullable(plan.servers().get(tier))
        .filter(ServerDescriptor::running)
        .isPresent();
  }

  /** A server has one connection to each client and one to echo for each. */
  public static long openFilesNeeded(HttpPlan plan) {
    return 2L * plan.mostConnections() + FILES_BESIDE_CONNECTIONS;
  }

  private static Optional<Finding> openFiles(HttpPlan plan, Manifest.Host host, String moreFiles) {
    long needed = openFilesNeeded(plan);
    return host.openFilesLimit()
        .filter(limit -> limit < needed)
        .map(limit ->
            new Fatal(
                "the open-file limit is " + limit + ", the plan needs " + needed,
                moreFiles + ", or lower --levels or --connections"));
  }

  private static Optional<Finding> backlog(HttpPlan plan, Manifest.Host host) {
    return Optional.ofNullable(host.sysctls().get("net.core.somaxconn"))
        .map(Long::parseLong)
        .filter(most -> most < plan.mostConnections())
        .map(most ->
            new Warning(
                "somaxconn is " + most + ": connects at the highest level may be retried",
                "sysctl -w net.core.somaxconn="
                    + 2 * Integer.highestOneBit(plan.mostConnections())));
  }

  private static Optional<Finding> ephemeralPorts(HttpPlan plan, Manifest.Host host) {
    int connections = plan.mostConnections();
    return Optional.ofNullable(host.sysctls().get("net.ipv4.ip_local_port_range"))
        .map(text -> text.split("\\s+", -1))
        .map(range -> Long.parseLong(range[1]) - Long.parseLong(range[0]) + 1)
        .filter(ports -> ports < 4L * connections)
        .map(ports ->
            Finding.of(
                ports < connections,
                "only " + ports + " ephemeral ports for " + connections + " connections",
                "sysctl -w net.ipv4.ip_local_port_range='10240 65535'"));
  }

  /** Whether a server with a thread for each request gets them all. */
  private static Optional<Finding> threads(HttpPlan plan, Manifest.Host host) {
    int connections = plan.mostConnections();
    return HostLimit.onThreads(
            path -> Optional.ofNullable(host.sysctls().get(path.replace('/', '.'))))
        .filter(limit -> limit.most() < connections + THREADS_BESIDE_REQUESTS)
        .map(limit ->
            new Warning(
                String.format(
                    Locale.ROOT,
                    "this host allows %,d threads (%s): a server with a thread for each request"
                        + " wants %,d",
                    limit.most(),
                    limit.name(),
                    connections + THREADS_BESIDE_REQUESTS),
                "raise it with sysctl -w, or lower --levels for such a server"));
  }

  /**
   * Whether the heaps of tiers fit in the memory of their host.
   *
   * @param servers that are up at the same time, each with a generator of its own
   * @param available in bytes
   */
  public static Optional<Finding> memory(
      HttpPlan plan, List<Tier> tiers, int servers, Optional<Long> available) {
    long heaps = 0;
    long beside = BESIDE_TIERS;
    for (Tier tier : tiers) {
      int jvms = tier == Tier.SERVER || tier == Tier.LOADGEN ? servers : 1;
      heaps += jvms * heapBytes(plan.common().jvmOptions().getOrDefault(tier.id(), List.of()));
      beside += jvms * (tier == Tier.SERVER ? BESIDE_HEAP_OF_SERVER : BESIDE_HEAP);
    }
    return memory(heaps, beside, available);
  }

  private static Optional<Finding> memory(long heaps, long beside, Optional<Long> available) {
    return available
        .filter(bytes -> bytes < heaps + beside)
        .map(bytes ->
            Finding.of(
                bytes < heaps,
                bytes / BYTES_PER_MIB
                    + " MiB of memory available, the heaps take "
                    + heaps / BYTES_PER_MIB
                    + " MiB, and what their JVMs have beside them about "
                    + beside / BYTES_PER_MIB
                    + " MiB",
                "end other programs, or lower --heap"));
  }

  /** The size after {@code -Xmx}; 0 when it is not set. */
  static long heapBytes(List<String> jvmOptions) {
    return jvmOptions.stream()
        .filter(option -> option.startsWith(MOST_HEAP))
        .mapToLong(option -> Memory.bytes(option.substring(MOST_HEAP.length())))
        .findFirst()
        .orElse(0);
  }

  private Optional<Finding> cores() {
    return Finding.warningIf(
        plan.pinning().sharingAsked(),
        "all tiers share the cores, as asked: a saturated step measures this host's"
            + " scheduler and not a server",
        "leave --pin off out");
  }

  private Optional<Finding> hyperthreads() {
    Optional<CpuList> server = plan.pinning().cores(Tier.SERVER);
    Optional<CpuList> all = plan.pinning().all();
    boolean elsewhere = !plan.network().hosts().isEmpty();
    if (server.isEmpty() || all.isEmpty() || elsewhere) {
      return Optional.empty();
    }
    CpuList others = all.get().without(server.get());
    return Finding.warningIf(
        CpuTopology.of(files, all.get()).splitsACore(server.get(), others),
        "the server and its helpers are on hyperthreads of one core ("
            + server.get().text()
            + " and "
            + others.text()
            + ") and slow each other down",
        "use a host with two cores or more, or name whole cores with --pin");
  }
}
