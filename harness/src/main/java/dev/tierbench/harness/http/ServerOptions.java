package dev.tierbench.harness.http;

import dev.tierbench.harness.http.plan.Preset;
import dev.tierbench.harness.http.plan.Servers;
import dev.tierbench.harness.preflight.Descriptors;
import dev.tierbench.harness.run.Refusal;
import dev.tierbench.harness.run.ResumedSubjects;
import dev.tierbench.harness.run.Variants;
import dev.tierbench.harness.secret.StatedSecrets;
import dev.tierbench.harness.tier.DatabaseAccess;
import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.Tier;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.plan.DatabasePlan;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.plan.Plan.Pinning;
import dev.tierbench.run.plan.Plan.Variant;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** The options that say which servers a plan compares, in which ways, and where they listen. */
final class ServerOptions {

  private static final String ECHO = "echo";
  private static final String DATABASE = Tier.DATABASE.id();

  /** The tiers behind the servers, which have ports too. */
  private static final List<String> BACKENDS = List.of(ECHO, DATABASE);

  private static final int MOST_PORT = 65_535;

  @Option(
      names = "--servers",
      split = ",",
      paramLabel = "NAME",
      description =
          "Servers to compare: names or aliases of servers/*.yml, all, or files such as ./mine.yml."
              + " NAME@JDKHOME: on another JDK; NAME+-OPTION: with a JVM option. Default:"
              + " tomcat,netty.")
  private List<String> typed = List.of();

  @Option(
      names = "--vary",
      paramLabel = "NAME=VALUES",
      description =
          "Run each server once for each value, such as ioWorkerCount=1,2,4,8 (Netty) or"
              + " maxThreads=200,4000 (Tomcat); servers/*.yml say what each can vary. Default:"
              + " each server once.")
  private Optional<String> vary = Optional.empty();

  @Option(
      names = "--quota",
      split = ",",
      paramLabel = "CORES",
      description =
          "Run each server once for each quota of CPU time, in cores such as 0.5,1,1.5, in a control"
              + " group of its own (root) or by the engine of its container. Its JVM then sees the"
              + " cores that the quota leaves."
              + " Default: no quota.")
  private List<Double> quotas = List.of();

  @Option(
      names = "--memory",
      split = ",",
      paramLabel = "SIZE",
      description =
          "Run each server once for each limit of memory, such as 256m,512m, in a control group of"
              + " its own (root). Its JVM sizes its heap by its own rule. Default: no limit.")
  private List<String> memories = List.of();

  @Option(
      names = "--aa",
      description =
          "Also run the first server a second time under another name. What differs between"
              + " the two is this host's noise, which the report prints beside every difference.")
  private boolean aa;

  @Option(
      names = "--ports",
      split = ",",
      paramLabel = "NAME=PORT",
      description =
          "Ports of echo or database, and of servers. Default: echo=8081, database=5442 and those of"
              + " servers/*.yml.")
  private Map<String, Integer> ports = Map.of();

  private static final int PORTS_APART = 10;

  private final Supplier<Preset> preset;

  /**
   * Options of a plan.
   *
   * @param preset that they change
   */
  ServerOptions(Supplier<Preset> preset) {
    this.preset = preset;
  }

  /** The servers that are compared when none are named. */
  private List<String> otherwise(Servers known) {
    return preset.get().study().map(Preset.Study::servers).orElseGet(known::standard);
  }

  /** Known servers, with the servers of the files that were typed. */
  Servers and(Servers known) throws IOException {
    return known.and(typed);
  }

  /**
   * The variants of a run that is resumed, by name.
   *
   * @throws IOException naming the first that is not known or runs in another way
   */
  Map<String, Variant> resumed(Servers known, HttpPlan before) throws IOException {
    Map<String, Variant> again =
        typed.isEmpty() && vary.isEmpty() && !hasLimits()
            ? Map.of()
            : new LinkedHashMap<>(variants(known));
    Map<String, Variant> all =
        new ResumedSubjects(known.subjects(), again, "--servers PATH/%s" + Descriptors.SUFFIX)
            .of(before);
    if (typed.stream().anyMatch(server -> !isOwn(server)) && again.size() < all.size()) {
      throw new Refusal(
          "all servers of the run are finished: --servers lacks "
              + all.keySet().stream()
                  .filter(name -> !again.containsKey(name))
                  .collect(Collectors.joining(",")));
    }
    return all;
  }

  /** Whether that names a file, a JDK or an option of the JVM, which no run folder decides. */
  private static boolean isOwn(String server) {
    return Servers.isFile(server) || server.matches(".*[@+].*");
  }

  /**
   * The ports of a run that is resumed: those that are typed, or else the numbers in its folder.
   *
   * @param variants of the run, by name
   */
  Map<String, Integer> resumedPorts(Servers known, HttpPlan before, Map<String, Variant> variants) {
    Map<String, Integer> chosen = new TreeMap<>(before.network().ports());
    chosen.keySet().removeIf(name -> !BACKENDS.contains(name) && !before.subjects().contains(name));
    chosen.forEach(ServerOptions::valid);
    ports.forEach((name, port) -> {
      String server = BACKENDS.contains(name) ? name : known.subjects().named(name);
      before.subjects().stream()
          .filter(subject -> variants.get(Plan.original(subject)).server().equals(server))
          .forEach(subject -> chosen.put(subject, valid(name, port)));
      if (BACKENDS.contains(server)) {
        chosen.put(server, valid(name, port));
      }
    });
    if (before.windows().rounds().isPresent()) {
      setApart(
          before.subjects().stream()
              .filter(subject -> !before.servers().get(subject).running())
              .toList(),
          chosen);
    }
    return chosen;
  }

  /** The servers by their full names, with the A/A control of the first when it was asked for. */
  List<String> names(Servers known) {
    List<String> names = List.copyOf(variants(known).keySet());
    return aa ? Variants.withControl(names) : names;
  }

  /** Variants of all servers, by name. */
  Map<String, Variant> variants(Servers known) {
    List<String> servers = typed.stream().map(Servers::withoutFile).toList();
    Map<String, Variant> variants =
        Variants.withLimits(
            Variants.of(known.subjects(), servers.isEmpty() ? otherwise(known) : servers, vary),
            quotas,
            memories);
    variants
        .values()
        .forEach(variant -> {
          StatedSecrets.requireNone("--servers", variant.jvmOptions());
          StatedSecrets.requireNone("--servers, --vary", variant.options());
        });
    return variants;
  }

  /** Whether any server runs with other options than its own. */
  boolean vary() {
    return vary.isPresent() || typed.stream().anyMatch(server -> server.matches(".*[@+].*"));
  }

  /**
   * The same plan.
   *
   * @throws IllegalArgumentException when a quota is more than the cores of the servers
   */
  static HttpPlan checked(HttpPlan plan) {
    Optional<Integer> own = plan.pinning().cores(Tier.SERVER).map(CpuList::size);
    plan.limits().stream()
        .flatMap(limits -> limits.cores().stream())
        .filter(quota -> own.isPresent() && quota > own.get())
        .findFirst()
        .ifPresent(quota -> {
          throw new IllegalArgumentException(
              "--quota: %s is more than the cores of the servers, which are %d: expected no more, or"
                      .formatted(quota, own.get())
                  + " other --server-cores, or --pin off");
        });
    return plan;
  }

  /** Whether servers run with a quota of CPU time or a limit of memory. */
  boolean hasLimits() {
    return !quotas.isEmpty() || limitsMemory();
  }

  boolean limitsMemory() {
    return !memories.isEmpty();
  }

  boolean choosePorts() {
    return !ports.isEmpty();
  }

  /**
   * Ports of the servers of the plan; a port that no server needs may be taken.
   *
   * @param atOnce whether all of them run at the same time, so that each needs a port of its own
   * @param database that they call; empty when they call the echo tier
   */
  Map<String, Integer> ports(Servers known, boolean atOnce, Optional<DatabasePlan> database) {
    Map<String, Integer> all = new TreeMap<>();
    Map<String, Integer> chosen = new TreeMap<>();
    ports.forEach((name, port) ->
        chosen.put(
            BACKENDS.contains(name) ? name : known.subjects().named(name), valid(name, port)));
    Optional<String> backend = backend(known, database);
    backend.ifPresent(
        name -> all.put(name, name.equals(ECHO) ? TierCommands.ECHO_PORT : DatabaseAccess.PORT));
    all.putAll(chosen);
    variants(known)
        .forEach((name, variant) ->
            all.put(
                name, chosen.getOrDefault(variant.server(), known.get(variant.server()).port())));
    // Servers that never run at the same time may share one.
    all.forEach((name, port) -> {
      if (backend.filter(tier -> !tier.equals(name) && port.equals(all.get(tier))).isPresent()) {
        throw new IllegalArgumentException(
            "--ports: " + name + " has the port of " + backend.get() + ": " + port);
      }
    });
    names(known).forEach(name -> all.putIfAbsent(name, all.get(Plan.original(name))));
    if (atOnce) {
      Map<String, ServerDescriptor> servers = descriptors(known);
      setApart(names(known).stream().filter(name -> !servers.get(name).running()).toList(), all);
    }
    return all;
  }

  /** The tier that servers call and whose port the plan chooses; empty when there is none. */
  private Optional<String> backend(Servers known, Optional<DatabasePlan> database) {
    if (descriptors(known).values().stream().noneMatch(ServerDescriptor::asksEcho)) {
      return Optional.empty();
    }
    return database.isEmpty()
        ? Optional.of(ECHO)
        : database.filter(own -> own.url().isEmpty()).map(own -> DATABASE);
  }

  /** Gives every server but the first of a port the next one that is free of others, ten apart. */
  private static void setApart(List<String> names, Map<String, Integer> ports) {
    Set<Integer> taken = new HashSet<>();
    BACKENDS.forEach(tier -> Optional.ofNullable(ports.get(tier)).ifPresent(taken::add));
    for (String name : names) {
      int port = ports.get(name);
      while (!taken.add(port)) {
        port += PORTS_APART;
      }
      ports.put(name, port);
    }
  }

  /** Descriptors by the name of the subject. */
  Map<String, ServerDescriptor> descriptors(Servers known) {
    Map<String, Variant> variants = variants(known);
    Map<String, ServerDescriptor> descriptors = new TreeMap<>();
    names(known)
        .forEach(
            name -> descriptors.put(name, known.get(variants.get(Plan.original(name)).server())));
    return descriptors;
  }

  /**
   * Whether the servers run already, on cores that a plan does not choose.
   *
   * @throws IllegalArgumentException when only some do, and the pinning has cores for the others
   */
  boolean runAlready(Servers known, Pinning pinning) {
    Map<String, ServerDescriptor> all = descriptors(known);
    Optional<String> running =
        all.keySet().stream().filter(name -> all.get(name).running()).findFirst();
    Optional<String> started =
        all.keySet().stream().filter(name -> !all.get(name).running()).findFirst();
    if (running.isPresent() && started.isPresent() && pinning.cores(Tier.SERVER).isPresent()) {
      throw new IllegalArgumentException(
          ("--servers: %s runs already on the cores that it has, %s would be held to others: measure"
                  + " them apart")
              .formatted(running.get(), started.get()));
    }
    return running.isPresent();
  }

  private static int valid(String name, int port) {
    if (port < 1 || port > MOST_PORT) {
      throw new IllegalArgumentException(
          "--ports: invalid port '" + name + "=" + port + "': expected 1 to 65535");
    }
    return port;
  }
}
