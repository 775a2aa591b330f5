package dev.tierbench.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a sweep sets out to do. Pure data: the order of the trials follows from it.
 *
 * @param preset the preset that it was made from, with the options that changed it applied
 * @param levels concurrency levels, rising
 * @param settleSeconds the longest load before a measured window, which ends as soon as the server
 *     is steady
 * @param ports by name: that of each server, and the echo tier
 * @param jvmOptions by role; all servers have the same
 * @param observe how the threads are counted; empty when they are not
 * @param places by role, of the tiers that are not simply on {@code host}
 * @param workload the query of each request ({@code calls=3&fan=parallel}); empty for the plain
 *     sleep
 * @param variants by name, of the servers that do not run simply as they are
 */
public record Plan(
    String preset,
    List<String> servers,
    List<Integer> levels,
    int trials,
    double settleSeconds,
    double cleanSeconds,
    WarmupPlan warmup,
    Pinning pinning,
    String host,
    Map<String, Integer> ports,
    Map<String, List<String>> jvmOptions,
    Optional<ObservePlan> observe,
    @AddedLater Map<String, Place> places,
    Optional<String> workload,
    @AddedLater Map<String, Variant> variants) {

  public Plan {
    // A manifest from before there were workloads has no such field.
    workload = workload == null ? Optional.empty() : workload;
    variants = variants == null ? Map.of() : Map.copyOf(variants);
    places = places == null ? Map.of() : Map.copyOf(places);
    servers = List.copyOf(servers);
    levels = List.copyOf(levels);
    ports = Map.copyOf(ports);
    jvmOptions = Map.copyOf(jvmOptions);
    // A manifest from before there was an observer has no such field.
    observe = observe == null ? Optional.empty() : observe;
    Require.that(!servers.isEmpty(), () -> "a sweep needs a server");
    Require.that(
        servers.stream().distinct().count() == servers.size(), () -> "a server is named twice");
    Require.that(!levels.isEmpty(), () -> "a sweep needs a level");
    Require.that(
        levels.getFirst() > 0 && levels.stream().sorted().distinct().toList().equals(levels),
        () -> "levels must be positive and rise");
    Require.that(trials > 0, () -> "trials must be positive");
    Require.that(cleanSeconds > 0, () -> "the clean window must be longer than 0 s");
    Require.that(settleSeconds >= 0, () -> "settle must not be negative");
  }

  /** A plan of the plain sleep with every tier on {@code host}. */
  public Plan(
      String preset,
      List<String> servers,
      List<Integer> levels,
      int trials,
      double settleSeconds,
      double cleanSeconds,
      WarmupPlan warmup,
      Pinning pinning,
      String host,
      Map<String, Integer> ports,
      Map<String, List<String>> jvmOptions,
      Optional<ObservePlan> observe) {
    this(
        preset,
        servers,
        levels,
        trials,
        settleSeconds,
        cleanSeconds,
        warmup,
        pinning,
        host,
        ports,
        jvmOptions,
        observe,
        Map.of(),
        Optional.empty(),
        Map.of());
  }

  /** The server that runs under that name, and how. */
  public Variant variant(String name) {
    return variants.getOrDefault(name, new Variant(name, Optional.empty(), List.of(), List.of()));
  }

  /** Where the tier of that role ({@code server}, {@code echo}) is reached. */
  public String address(String role) {
    return Optional.ofNullable(places.get(role)).map(Place::address).orElse(host);
  }

  /** The network namespace that the tier of that role is started in, if not the sweep's own. */
  public Optional<String> namespace(String role) {
    return Optional.ofNullable(places.get(role)).flatMap(Place::namespace);
  }

  /**
   * The warm-up of a fresh JVM: load below saturation on all cores until the compilers are idle,
   * then the top level on the server's own cores until it is steady.
   *
   * @param concurrency of the load below saturation
   * @param capSeconds the longest load below saturation; 0 is no warm-up at all
   * @param topCapSeconds the longest load at the top level
   */
  public record WarmupPlan(int concurrency, double capSeconds, double topCapSeconds) {
    public WarmupPlan {
      Require.that(concurrency > 0, () -> "a warm-up needs load");
      Require.that(capSeconds >= 0 && topCapSeconds >= 0, () -> "a time must not be negative");
    }
  }

  /**
   * The phase in which the threads are counted.
   *
   * @param allTiers whether the threads of echo and the load generator are counted too
   */
  public record ObservePlan(double countedSeconds, boolean allTiers) {
    public ObservePlan {
      Require.that(countedSeconds > 0, () -> "the counted window must be longer than 0 s");
    }
  }

  /**
   * Which cores each role is held to.
   *
   * @param asked the option as given: {@code auto}, {@code off} or a list
   * @param cpus by role; a role that is not held to any cores is missing. {@code harness} is the
   *     sweep itself with its tracers
   * @param note what was done and why
   * @param splitToTry the options that leave echo tier and generator more room; empty when there is
   *     no core left to give them
   */
  public record Pinning(
      String asked, Map<String, String> cpus, String note, Optional<String> splitToTry) {

    public static final String OFF = "off";

    public Pinning {
      cpus = Map.copyOf(cpus);
    }

    /** A pinning that no option makes roomier. */
    public Pinning(String asked, Map<String, String> cpus, String note) {
      this(asked, cpus, note, Optional.empty());
    }

    /** Whether the tiers share cores because that was asked for. */
    public boolean sharingAsked() {
      return asked.equals(OFF);
    }

    public Optional<CpuList> cores(String role) {
      return Optional.ofNullable(cpus.get(role)).map(CpuList::parse);
    }

    /** All cores that any role is held to; empty when none is. */
    public Optional<CpuList> all() {
      return cpus.values().stream().map(CpuList::parse).reduce(CpuList::union);
    }
  }

  /** An address, and the network namespace (as {@code ip netns} names it) that has it. */
  public record Place(String address, Optional<String> namespace) {}

  /**
   * A server that runs in another way than the plan's others.
   *
   * @param server its model
   * @param javaHome its JDK; empty for that of the sweep
   * @param jvmOptions after those of all servers
   * @param options of the server itself
   */
  public record Variant(
      String server, Optional<String> javaHome, List<String> jvmOptions, List<String> options) {
    public Variant {
      jvmOptions = List.copyOf(jvmOptions);
      options = List.copyOf(options);
    }
  }

  /** A trial of the plan; {@code number} counts from 1 in the order of execution. */
  public record Trial(int number, String server) {
    public String name() {
      return RunFolder.trialName(number, server);
    }
  }

  public int topLevel() {
    return levels.getLast();
  }

  /** The most connections that anything in the plan makes to a server. */
  public int mostConnections() {
    return Math.max(topLevel(), warmup.concurrency());
  }

  /** A B, B A, A B ...: no server has the early trials or the late ones to itself. */
  public List<Trial> order() {
    List<Trial> order = new ArrayList<>();
    for (int round = 0; round < trials; round++) {
      for (String server : round % 2 == 0 ? servers : servers.reversed()) {
        order.add(new Trial(order.size() + 1, server));
      }
    }
    return order;
  }
}
